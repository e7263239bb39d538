CREATE SCHEMA hexwidget;
CREATE TABLE hexwidget.doors (
    digest text NOT NULL,
    of integer NOT NULL,
    place text
);
CREATE TABLE hexwidget.settings (
    kind text NOT NULL,
    content text NOT NULL
);
CREATE TABLE hexwidget.steps (
    of integer NOT NULL,
    game integer NOT NULL,
    number integer NOT NULL,
    line text NOT NULL
);
CREATE TABLE hexwidget.tables (
    id integer NOT NULL,
    name text NOT NULL,
    term bigint DEFAULT 0 NOT NULL,
    changed bigint DEFAULT 0 NOT NULL,
    closed timestamp with time zone
);
ALTER TABLE hexwidget.tables ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME hexwidget.tables_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE hexwidget.texts (
    of integer NOT NULL,
    kind text NOT NULL,
    content text NOT NULL
);
CREATE TABLE hexwidget.version (
    version integer NOT NULL
);
CREATE UNLOGGED TABLE hexwidget.workers (
    id integer NOT NULL,
    backend integer NOT NULL,
    node text NOT NULL,
    address text NOT NULL,
    beat timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    viewers integer DEFAULT 0 NOT NULL
);
ALTER TABLE hexwidget.workers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME hexwidget.workers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO hexwidget.doors VALUES ('a377cecce080ac4c721d65accd21f4d4a36a58c364bb1dea4149b7e11db2f1e7', 2, 'red');
INSERT INTO hexwidget.doors VALUES ('fa38ffb86fddf5bc495f53bc9357fb3559eda8e5188960f8b30c1d1a487265ce', 2, 'blue');
INSERT INTO hexwidget.doors VALUES ('f868572ea088f04c3eeb8710c68a3b388d5e47218457c1c5a792143b6b00aca0', 2, '');
INSERT INTO hexwidget.doors VALUES ('59ba4f0710b7225ffbabdeb04b6dfd72c143ca7c12610253ea73f1372c887c04', 2, NULL);
INSERT INTO hexwidget.doors VALUES ('83a55fd1ba09023ba2eaaa316e6f88d969f9d99ad9818dead4af8ae0e8c87cf4', 3, 'romans');
INSERT INTO hexwidget.doors VALUES ('e3a04b582c8c5d8fac9c5cb0ca80697e547250f1e82e68f3268c16330c65ac5a', 3, 'greeks');
INSERT INTO hexwidget.doors VALUES ('5193a7f6215039440ed94e5beac00065ec54446a68a3f6fc2a097a8d067dcabe', 3, 'carthage');
INSERT INTO hexwidget.doors VALUES ('de8e2de1726f7c6a9837f8c9a79e13b691c64bf5745fd142aa4b11f1788e25b4', 3, '');
INSERT INTO hexwidget.doors VALUES ('12c57d7ad56e77d2af82f2f0574d23f4c47ea68520545a5e63a138680dd87049', 3, NULL);
INSERT INTO hexwidget.doors VALUES ('da44e3b69b9692f0c12093304a16022d479e1951b95c9699dc71a425895834b1', 4, 'red');
INSERT INTO hexwidget.doors VALUES ('14a98b2100cac42db552eac533a00ba31ae4a983f753f275c46acde5f3d4ba2a', 4, 'blue');
INSERT INTO hexwidget.doors VALUES ('6dc3d17813eb102cbb1d5e78c417dfb0f04be47e39dda6e36ff6f6e401518644', 4, 'green');
INSERT INTO hexwidget.doors VALUES ('8c3cd289e35d536bab5a9eadcc9ab743020c010f56d728e1e008e89806e905d8', 4, '');
INSERT INTO hexwidget.doors VALUES ('7db8cd45c48d42a0b6ec1b40fbc03f7cef1f51cc5369b9779f758592757ac5d1', 4, NULL);
INSERT INTO hexwidget.doors VALUES ('ad14e73463933e3e8408ce36f84fca952b981214a4ac36ea6fb25190aea8415b', 5, 'red');
INSERT INTO hexwidget.doors VALUES ('a0f4c0994a476460c306be23abfd9611a3e9d292cacb12192b290e6a32a899bc', 5, 'blue');
INSERT INTO hexwidget.doors VALUES ('31d8052f8cece3e0c5bfe680cbe0321ebc838269b6bc55c404cbf036cc50ac57', 5, '');
INSERT INTO hexwidget.doors VALUES ('aa68c7f502412de4f786ef1bf865e1c2b62fcf5b6aa92b09bab4057660aecdf8', 5, NULL);
INSERT INTO hexwidget.doors VALUES ('e0bc99c35ca851a08bc1f6bfbdb18d120021f0bd141dec941fa36f4bb0684d2c', 10, 'red');
INSERT INTO hexwidget.doors VALUES ('49143ca5ce6b746da4f91f5f8bff5f66a88b1bacbeea9a521d51364bad6e0b7e', 10, 'blue');
INSERT INTO hexwidget.doors VALUES ('9192b3c1d9589f5bbe764b946003e6febfbe17df42151bc43c13e2a1fa75aba7', 10, '');
INSERT INTO hexwidget.doors VALUES ('1c7beb80b7697174e4936f55698ef8b16565af6129dfe66d8416ed737d7a8f0f', 10, NULL);
INSERT INTO hexwidget.doors VALUES ('5c0f36af2148d7a41ba55c3b9ca9b5173ced65363570d28aa2b9b47c8664ffa8', 1, 'red');
INSERT INTO hexwidget.doors VALUES ('14783fff9b79a682ac8880cab50f3163a9dbca08daafbca2d9d1fa609c67e4f8', 1, 'blue');
INSERT INTO hexwidget.doors VALUES ('bac6840faa1c438c1eaf00c01ed2606fb236c11a3f2e929c5d77f466d2866897', 1, '');
INSERT INTO hexwidget.doors VALUES ('fb4f0e8dc4c2ce0564294bd5019f04ed487ab941a4ca0abed73c82b8fddabaa0', 1, NULL);
INSERT INTO hexwidget.settings VALUES ('owner', '{"owner": "976038784292b71b42915e1eae778f8f242a2e8c1f7061eab2a028a9f61acbc7", "token": "UFCxphBZPhgQxUPxXpwU8fD6wnsKry2i"}');
INSERT INTO hexwidget.steps VALUES (1, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Anna and Ben","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":3248874771037275,"sum":"871061f15cd2"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 0, '{"format":"hexwidget.replay/2","system":"plotted","start":{"title":"The ford","map":[".   .   .   %   .   .   .   .   %   .   .   .","  .   ^   .   .   .   %   .   .   .   .   .   .",".   .   .   .   .   .   .   .   .   ^   .   .","  ~   ~   ~   .   ~   ~   ~   ~   .   ~   ~   ~",".   .   .   .   .   .   .   .   .   .   .   .","  .   %   .   .   .   ^   .   .   %   .   .   .",".   .   .   .   %   .   .   .   .   .   ^   .","  .   .   .   .   .   .   .   .   .   .   .   ."],"offset":"odd-r","places":{"the west ford":"label 0404","the east ford":"label 0904"},"players":["red","blue"],"units":{"red":{"0301":{"kind":"cavalry","strength":3},"0601":{"kind":"cavalry","strength":3},"0901":{"kind":"cavalry","strength":3,"name":"mounted archers"},"1001":{"kind":"infantry","strength":4},"0402":{"kind":"infantry","strength":4},"0702":{"kind":"infantry","strength":4}},"blue":{"0506":{"kind":"infantry","strength":4,"name":"pikes"},"0806":{"kind":"infantry","strength":4},"0307":{"kind":"infantry","strength":4},"1007":{"kind":"infantry","strength":4},"0608":{"kind":"cavalry","strength":3},"0908":{"kind":"cavalry","strength":3}}},"costs":{},"engaged":[],"sealed":{},"melees":[],"carried_out":[],"turn":1,"minimum_move":"none","melee":"d20","objective":"most_strength","turns":8},"key":"15493bec61c2f69809e8","seed":1007199577784761,"sum":"6cb05a9a5cba"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 0, '{"format":"hexwidget.replay/2","system":"rondel","start":{"title":"The Inland Sea","map":"inland_sea","players":["romans","greeks","carthage"],"units":{"romans":{"roma":"2 legions","capua":"1 legion, 1 galley"},"greeks":{"achaea":"2 legions, 1 galley","creta":"1 galley"},"carthage":{"carthago":"2 legions","libya":"1 legion","sicilia":"2 galleys"}},"cities":{"romans":{"roma":"temple","apulia":"city","capua":"city"},"greeks":{"macedon":"city","achaea":"temple","creta":"city"},"carthage":{"numidia":"city","carthago":"temple","sicilia":"city"}},"know_how":{"romans":["ROADS"],"greeks":["SAILING","MONARCHY"],"carthage":["WHEEL","SAILING"]},"markers":{"romans":2,"greeks":6,"carthage":3},"resources":{"romans":2,"greeks":1,"carthage":2},"active":"romans","phase":"wheel","asks":[],"toll":null,"round":1,"defenders":"ask","battle_size":"all","city_tokens":25,"objective":"most_cities","rounds":12},"key":"29116f792c785b3e39bb","sum":"1331ff7a49a5"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 0, '{"format":"hexwidget.replay/2","system":"orders","start":{"title":"Three marches","map":[".   .   .   .   .   .   .   .   .","  .   .   .   .   X   .   .   .   .",".   .   .   .   X   .   .   .   .","  .   .   .   .   .   .   .   .   .",".   .   X   .   .   .   X   .   .","  .   .   X   .   .   X   .   .   .",".   .   .   .   .   .   .   .   ."],"offset":"odd-r","players":["red","blue","green"],"roster":{},"units":{"red":{"0101":{"unit":"mage","id":1},"0301":{"unit":"militia","id":2},"0102":{"unit":"knight","id":3},"0203":{"unit":"archer","id":4}},"blue":{"0701":{"unit":"engineer","id":5},"0901":{"unit":"priest","id":6},"0902":{"unit":"knight","id":7},"0803":{"unit":"archer","id":8}},"green":{"0605":{"unit":"archer","id":9},"0406":{"unit":"militia","id":10},"0506":{"unit":"knight","id":11},"0507":{"unit":"trickster","id":12}}},"buildings":{"red":{"0101":["keep"],"0201":["farm"]},"blue":{"0801":["farm"],"0901":["keep"]},"green":{"0407":["farm"],"0507":["keep"]}},"points":{},"due":{},"initiative":{},"queue":[],"left":0,"owed":null,"battle":null,"bolt":null,"turn":1,"after_tie":"return"},"key":"440582c69340a3a73164","seed":7191953665854246,"sum":"217739c05f02"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 1, '{"step":1,"parent":0,"chance":"initiative of red","value":"3","by_hand":false,"key":"fcb982f9579ce2f028ac","sum":"27c7bf1b947d"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 2, '{"step":2,"parent":1,"chance":"initiative of blue","value":"17","by_hand":false,"key":"c533c15917b820adfb03","sum":"599a4c87ec49"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 3, '{"step":3,"parent":2,"chance":"initiative of green","value":"11","by_hand":false,"key":"76c174888860131dc3ef","sum":"2cef762240cb"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 0, '{"format":"hexwidget.replay/2","system":"frontiers","start":{"title":"Combat","players":["red","blue"],"life_now":{"red":20,"blue":20},"hands":{},"civic":{"red":{"farmer":4},"blue":{"farmer":4}},"army":{"red":{"militia":4},"blue":{"militia":4}},"vaults":{},"graveyards":{},"villagers":{"red":{"farmer":{"ready":2,"exerted":0}},"blue":{"farmer":{"ready":2,"exerted":0}}},"settlements":{},"spent":{},"units":{"red":{"militia1":{"card":"militia","at":"advancing 1"},"riders1":{"card":"riders","at":"advancing 1","ready":true},"shieldwall1":{"card":"shieldwall","at":"occupying 2","ready":true}},"blue":{"militia2":{"card":"militia","at":"advancing 1","ready":true,"damage":1},"spearmen1":{"card":"spearmen","at":"occupying 1","ready":true},"veterans1":{"card":"veterans","at":"advancing 2","ready":true}}},"tactics":{},"done":{},"phase":"damage","acting":"red","initiative":"red","passed":false,"sealed":{},"wins":[],"triggers":[],"chosen":{},"draws":[],"round":4,"frontiers":3,"life":20,"civic_hand":4,"army_hand":2},"key":"b38c5416e42eb5eb90e2","seed":2913653416501271,"sum":"feb446c9bdcb"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Closed","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":7408271099848167,"sum":"98344b23fa86"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0105(1 swordsman)-0104-0203[+1 archer, +2 cavalry]-0303[-1 archer, -1 cavalry]-0304 march","key":"46fb4d0230489140d6f0","message":["red","1.2"],"sum":"a4633aae224b"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0702(1 spearman, 1 archer)-0802-0702[-1 spearman]-0802-0901 march; 0804-0805-0706[-1 cavalry]-0705","key":"81eab70d1534ef5f971a","message":["blue","2.2"],"sum":"43c3a29bfd50"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 3, '{"step":3,"parent":2,"player":"red","action":"0402-0403-0304; 0105-0106-0206 march","key":"2f13d682f66b120543b1","message":["red","3.2"],"sum":"cd9589b370b0"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 4, '{"step":4,"parent":3,"player":"blue","action":"0707(1 catapult)-0706-0705-0704 march","key":"574b879c250a07f0de69","message":["blue","4.2"],"sum":"9d4aa30528a4"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 5, '{"step":5,"parent":4,"player":"red","action":"0306-0305-0204","key":"1bfc35238ceac1e98788","message":["red","5.2"],"sum":"d1cbffc7c8ff"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 1, '{"step":1,"parent":0,"player":"blue","action":"charge 0506-0406-0505; run 0806-0907; run 0307-0306-0307; charge 1007-1006-1005; run 0608-0708-0707-0708-0808; run 0908-0808-0907-0806-0706","key":"41eac94749c47428be42","message":["blue","6.2"],"sum":"b5802300dfb9"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 2, '{"step":2,"parent":1,"player":"red","action":"run 0301-0302-0403-0303; ambush 0601 facing SW; charge 0901-1001-1002-1101; run 1001-1002; fire and retreat 0402 facing W; march 0702-0803","key":"9a03a618abb855955ab8","message":["red","7.2"],"sum":"a477564356e3"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 3, '{"step":3,"parent":2,"player":"blue","action":"run 0505-0405-0505; run 1005-1006-1005; defend 0307 facing SE; charge 0907-1007; charge 0708-0808-0807-0806; charge 0808-0807-0808-0907","key":"71031ff0757a6d0bd908","message":["blue","8.2"],"sum":"a049a1677ac9"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 4, '{"step":4,"parent":3,"player":"red","action":"charge 0601-0502-0402-0302-0303; charge 1001-1101-1002-1001-0902; charge 0402-0302-0301; run 1002-1102-1202; march 0303-0302; charge 0803-0903-0904","key":"6498fb26d5eba89437e6","message":["red","9.2"],"sum":"255873eb0f90"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 5, '{"step":5,"parent":4,"chance":"melee, 0904 against 1005","value":"8","by_hand":false,"key":"8b52b44e1b8382018e38","sum":"ac8e5b44b5b0"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 6, '{"step":6,"parent":5,"chance":"melee, 1005 against 0904","value":"20","by_hand":false,"key":"f2594bdbe9b60397eb3b","sum":"3171ae902bd6"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 7, '{"step":7,"parent":6,"player":"blue","action":"march 0505-0404; fire and retreat 1005 facing SE; charge 0307-0207-0107; run 0807-0706-0806; ambush 1007 facing W; charge 0808-0908-0907-0807-0708","key":"f88a073f0bbcf988a2b8","message":["blue","10.2"],"sum":"669a31bd4c66"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 1, '{"step":1,"parent":0,"player":"romans","action":"wheel 4","key":"c6452887529d6f2e5464","message":["romans","11.2"],"sum":"641b41f4325e"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 2, '{"step":2,"parent":1,"player":"greeks","action":"wheel 3","key":"925db669049023c81a42","message":["greeks","12.2"],"sum":"9490921759ed"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 3, '{"step":3,"parent":2,"player":"carthage","action":"wheel 4","key":"f13a5b77ae867e5a7b5f","message":["carthage","13.2"],"sum":"7d1d260bcf99"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 4, '{"step":4,"parent":3,"player":"blue","action":"0803 build farm","key":"67a3ad8c4e8e61caaf7b","message":["blue","14.2"],"sum":"8b2141d39b85"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 5, '{"step":5,"parent":4,"player":"blue","action":"0701 move 0602","key":"44279e1d37efaad65ad4","message":["blue","15.2"],"sum":"f7ab2783b8bb"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 6, '{"step":6,"parent":5,"player":"green","action":"0507 cast blink 0604","key":"a1e434e68845e0ffef7f","message":["green","16.2"],"sum":"d3818304b767"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 7, '{"step":7,"parent":6,"player":"green","action":"0406 move 0405","key":"06ad685f54e48ce28719","message":["green","17.2"],"sum":"6c73d6465c45"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 8, '{"step":8,"parent":7,"player":"red","action":"0301 build farm","key":"2aa3aca93b7bae796036","message":["red","18.2"],"sum":"427a4dafbab7"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 1, '{"step":1,"parent":0,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","19.2"],"sum":"1ad3420af5c7"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 2, '{"step":2,"parent":1,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","20.2"],"sum":"f0af955d2c53"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 3, '{"step":3,"parent":2,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","21.2"],"sum":"c2dab15eed13"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 4, '{"step":4,"parent":3,"player":"red","action":"assign 1: militia2 3, spearmen1 1","key":"477375c7de557c6f15b8","message":["red","22.2"],"sum":"f0d568e8931d"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 5, '{"step":5,"parent":4,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","23.2"],"sum":"1933abe94178"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0203-0202[-1 archer]-0203","key":"c598cc8778c8aeecf226","message":["red","24.2"],"sum":"0e47b003a840"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0702-0701[-1 spearman]-0601[-1 spearman]-0501 march","key":"96df9ec4835b4ec31f38","message":["blue","25.2"],"sum":"2db6bf07831b"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 3, '{"step":3,"parent":2,"player":"blue","action":"no attack","key":"f7648375390b5ba47bf2","message":["blue","26.2"],"sum":"2a204e1b0658"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 4, '{"step":4,"parent":3,"player":"red","action":"0306 march","key":"c2036dddff285b602b9e","message":["red","27.2"],"sum":"ec4cd7f4c704"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 5, '{"step":5,"parent":4,"player":"blue","action":"0804-0805[-1 cavalry]-0704-0703 march; 0605-0506-0607","key":"8eaa8f47754d97551c2b","message":["blue","28.2"],"sum":"e3bb918b2536"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 0, '{"format":"hexwidget.replay/2","system":"plotted","start":{"title":"The ford","map":[".   .   .   %   .   .   .   .   %   .   .   .","  .   ^   .   .   .   %   .   .   .   .   .   .",".   .   .   .   .   .   .   .   .   ^   .   .","  ~   ~   ~   .   ~   ~   ~   ~   .   ~   ~   ~",".   .   .   .   .   .   .   .   .   .   .   .","  .   %   .   .   .   ^   .   .   %   .   .   .",".   .   .   .   %   .   .   .   .   .   ^   .","  .   .   .   .   .   .   .   .   .   .   .   ."],"offset":"odd-r","places":{"the west ford":"label 0404","the east ford":"label 0904"},"players":["red","blue"],"units":{"red":{"0301":{"kind":"cavalry","strength":3},"0601":{"kind":"cavalry","strength":3},"0901":{"kind":"cavalry","strength":3,"name":"mounted archers"},"1001":{"kind":"infantry","strength":4},"0402":{"kind":"infantry","strength":4},"0702":{"kind":"infantry","strength":4}},"blue":{"0506":{"kind":"infantry","strength":4,"name":"pikes"},"0806":{"kind":"infantry","strength":4},"0307":{"kind":"infantry","strength":4},"1007":{"kind":"infantry","strength":4},"0608":{"kind":"cavalry","strength":3},"0908":{"kind":"cavalry","strength":3}}},"costs":{},"engaged":[],"sealed":{},"melees":[],"carried_out":[],"turn":1,"minimum_move":"none","melee":"d20","objective":"most_strength","turns":8},"key":"15493bec61c2f69809e8","seed":1533598823066521,"sum":"6c4404e36002"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 1, '{"step":1,"parent":0,"player":"blue","action":"charge 0506-0605-0705; run 0806-0706-0707; ambush 0307 facing SE; charge 1007-1006-1106; run 0608-0707-0708-0707-0807; run 0908-0808-0907-0806-0706","key":"877048d2641e00eb1332","message":["blue","32.2"],"sum":"2e1a1052ebde"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 2, '{"step":2,"parent":1,"player":"red","action":"march 0301-0401; run 0601-0602-0701; retreat 0901-0802; charge 1001-1002-1102; march 0402-0302; charge 0702-0803-0703","key":"fe4b73d04f94de56bd31","message":["red","33.2"],"sum":"28ce421a5279"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 3, '{"step":3,"parent":2,"player":"blue","action":"run 0705-0805-0705; charge 0706-0707-0708-0807-0808; retreat 1106-1105; charge 0307-0407-0306; defend 0707 facing NE; run 0708-0808-0807-0708-0808","key":"14075a1db262ca8c9d0c","message":["blue","34.2"],"sum":"ff7c1f679ab4"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 4, '{"step":4,"parent":3,"player":"red","action":"charge 0401-0501-0402-0403-0402; charge 0701-0801-0701-0801-0701; fire and retreat 0302 facing NE; run 0802-0702-0802-0801-0702; charge 1102-1101; ambush 0703 facing SE","key":"f9669c8f227009eefc72","message":["red","35.2"],"sum":"10c95ecb5b93"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 5, '{"step":5,"parent":4,"player":"blue","action":"ambush 0705 facing SE; run 1105-1006-1007; charge 0306-0406-0506; run 0706-0806-0706-0807; charge 0707-0608-0607; charge 0808-0907-0806-0907-1007","key":"5bd77ddd16ec0230e680","message":["blue","36.2"],"sum":"f0b7689a486e"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Resigned","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":2331187063986363,"sum":"918922eb49a9"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 6, '{"step":6,"parent":5,"player":"blue","action":"assign 1: militia1 0, riders1 3","key":"c82cc167b76139eb7424","sum":"a198738077db"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0203(1 archer, 1 cavalry)-0104[-1 cavalry]-0103-0102-0101 march; 0105-0104[-1 spearman]-0203[+1 cavalry, -1 swordsman]-0303 march","key":"de85ab35b814aa08ebb3","message":["red","40.2"],"sum":"7c763a48fa3d"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0804(1 cavalry)-0905 march","key":"3a64509818c7b12adcae","message":["blue","41.2"],"sum":"047deb5d9540"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 3, '{"step":3,"parent":2,"player":"red","action":"0402-0403-0303","key":"949d729ea26fc3c66512","message":["red","42.2"],"sum":"6afc06ae5380"}
');
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (2, 'plotted-the-ford', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (3, 'rondel-inland-sea', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (4, 'orders-three-marches', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (5, 'frontiers-combat', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (10, 'depletion-first-steps-3', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (1, 'depletion-first-steps', 3, 2, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (7, 'depletion-first-steps-2', 4, 1, '2026-11-29 01:01:43.702351+00');
INSERT INTO hexwidget.texts VALUES (1, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "depletion",
  "title": "Anna and Ben",
  "prose": "Two realms and a lake between them. Click one of red''s armies: the bright hexes are those that it can reach, and the number on each says how many movement points are left there.\n\nHover the hexes at the rim to read which clause bars them: the lake needs vessels (D7.1), enemies block (D1.6), and an archer slows two riders down (D1.2). Press m for a march: one more point, but two depletion cubes instead of one (D2.1).\n\nEntering your own city or castle is free, once in a maneuver (D1.4).\n\nAn army that lands beside an enemy may attack: the odds of every result stand below the board before you confirm (D9.1).",
  "position": {
    "map": [
      ".   .   %   ^   .   .   .   %   .",
      "  .   %   %   .   .   ~   .   .   .",
      ".   .   .   .   ~   ~   .   ^   .",
      "  .   &   .   .   =   ~   .   ^   .",
      ".   &   .   .   ~   ~   .   .   .",
      "  .   .   ^   .   .   ~   .   %   .",
      ".   .   .   .   .   .   .   %   %"
    ],
    "offset": "odd-r",
    "players": [
      "red",
      "blue"
    ],
    "armies": {
      "red": {
        "0402": {
          "peasants": 1
        },
        "0203": {
          "archers": 1,
          "cavalry": 2
        },
        "0105": {
          "spearmen": 1,
          "swordsmen": 1
        },
        "0306": {
          "cavalry": 1
        }
      },
      "blue": {
        "0702": {
          "spearmen": 2,
          "archers": 1
        },
        "0804": {
          "cavalry": 2
        },
        "0605": {
          "peasants": 1
        },
        "0707": {
          "swordsmen": 1,
          "catapult": 1
        }
      }
    },
    "cubes": {},
    "cities": {
      "red": [
        "0304"
      ],
      "blue": [
        "0705"
      ]
    },
    "castles": {
      "red": [
        "0101"
      ],
      "blue": [
        "0901"
      ]
    },
    "turn": "red",
    "round": 1,
    "passes": 0,
    "landing": null,
    "declared": null,
    "exploration": null,
    "claim": null,
    "fight": null,
    "pace": "strict",
    "battle": "bag",
    "objective": "most_units",
    "rounds": 6,
    "army_size": 4,
    "structure_defence": 2,
    "structure_hit_points": 2,
    "cubes_drawn": 0
  }
}
');
INSERT INTO hexwidget.texts VALUES (2, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "plotted",
  "title": "The ford",
  "prose": "Six units against six, with a river between them that can be crossed at two fords. Red has three cavalry and wants across; blue has more infantry and may wait. Who has more strength points after eight turns has won.\n\nOrders are written in secret (P1.9): each player needs a board of their own.",
  "position": {
    "map": [
      ".   .   .   %   .   .   .   .   %   .   .   .",
      "  .   ^   .   .   .   %   .   .   .   .   .   .",
      ".   .   .   .   .   .   .   .   .   ^   .   .",
      "  ~   ~   ~   .   ~   ~   ~   ~   .   ~   ~   ~",
      ".   .   .   .   .   .   .   .   .   .   .   .",
      "  .   %   .   .   .   ^   .   .   %   .   .   .",
      ".   .   .   .   %   .   .   .   .   .   ^   .",
      "  .   .   .   .   .   .   .   .   .   .   .   ."
    ],
    "offset": "odd-r",
    "places": {
      "the west ford": "label 0404",
      "the east ford": "label 0904"
    },
    "players": [
      "red",
      "blue"
    ],
    "units": {
      "red": {
        "0301": {
          "kind": "cavalry",
          "strength": 3
        },
        "0601": {
          "kind": "cavalry",
          "strength": 3
        },
        "0901": {
          "kind": "cavalry",
          "strength": 3,
          "name": "mounted archers"
        },
        "1001": {
          "kind": "infantry",
          "strength": 4
        },
        "0402": {
          "kind": "infantry",
          "strength": 4
        },
        "0702": {
          "kind": "infantry",
          "strength": 4
        }
      },
      "blue": {
        "0506": {
          "kind": "infantry",
          "strength": 4,
          "name": "pikes"
        },
        "0806": {
          "kind": "infantry",
          "strength": 4
        },
        "0307": {
          "kind": "infantry",
          "strength": 4
        },
        "1007": {
          "kind": "infantry",
          "strength": 4
        },
        "0608": {
          "kind": "cavalry",
          "strength": 3
        },
        "0908": {
          "kind": "cavalry",
          "strength": 3
        }
      }
    },
    "costs": {},
    "engaged": [],
    "sealed": {},
    "melees": [],
    "carried_out": [],
    "turn": 1,
    "minimum_move": "none",
    "melee": "d20",
    "objective": "most_strength",
    "turns": 8
  }
}
');
INSERT INTO hexwidget.texts VALUES (2, 'links', '{"format": "hexwidget.table/1", "places": [["red", "yUpAPyeLEGGal2Vhip4UoxKQSkIDjrlO"], ["blue", "Qf7rnDSq9HlkoVT50ouQww6DholjmDfB"], ["", "9FvPf9mUz-Ttgqnbg0ul3CfISBptTmNM"], [null, "jd1yvutBVs3_kNG7Z8CGl0VJtaCey4i7"]]}
');
INSERT INTO hexwidget.texts VALUES (2, 'table', '{"format": "hexwidget.table/1", "places": [["red", "a377cecce080ac4c721d65accd21f4d4a36a58c364bb1dea4149b7e11db2f1e7"], ["blue", "fa38ffb86fddf5bc495f53bc9357fb3559eda8e5188960f8b30c1d1a487265ce"], ["", "f868572ea088f04c3eeb8710c68a3b388d5e47218457c1c5a792143b6b00aca0"], [null, "59ba4f0710b7225ffbabdeb04b6dfd72c143ca7c12610253ea73f1372c887c04"]]}
');
INSERT INTO hexwidget.texts VALUES (3, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "rondel",
  "title": "The Inland Sea",
  "prose": "Three nations about one sea, each with two cities or three, and a little know-how. Romans move their marker first: two wedges on there is a maneuver.",
  "position": {
    "map": "inland_sea",
    "players": [
      "romans",
      "greeks",
      "carthage"
    ],
    "units": {
      "romans": {
        "roma": "2 legions",
        "capua": "1 legion, 1 galley"
      },
      "greeks": {
        "achaea": "2 legions, 1 galley",
        "creta": "1 galley"
      },
      "carthage": {
        "carthago": "2 legions",
        "libya": "1 legion",
        "sicilia": "2 galleys"
      }
    },
    "cities": {
      "romans": {
        "roma": "temple",
        "apulia": "city",
        "capua": "city"
      },
      "greeks": {
        "macedon": "city",
        "achaea": "temple",
        "creta": "city"
      },
      "carthage": {
        "numidia": "city",
        "carthago": "temple",
        "sicilia": "city"
      }
    },
    "know_how": {
      "romans": [
        "ROADS"
      ],
      "greeks": [
        "SAILING",
        "MONARCHY"
      ],
      "carthage": [
        "WHEEL",
        "SAILING"
      ]
    },
    "markers": {
      "romans": 2,
      "greeks": 6,
      "carthage": 3
    },
    "resources": {
      "romans": 2,
      "greeks": 1,
      "carthage": 2
    },
    "active": "romans",
    "phase": "wheel",
    "asks": [],
    "toll": null,
    "round": 1,
    "defenders": "ask",
    "battle_size": "all",
    "city_tokens": 25,
    "objective": "most_cities",
    "rounds": 12
  }
}
');
INSERT INTO hexwidget.texts VALUES (3, 'links', '{"format": "hexwidget.table/1", "places": [["romans", "p6CLF9zKBQvoVaElZDkymXoYu6QTr0pW"], ["greeks", "cCmW9UzcNubmCZJxYlDAzChaJc0syTdR"], ["carthage", "d6zKNGTs1tULKHyGzW89tOhvtN_WStiN"], ["", "5kS1oD2IP2554KjdVVGfE5DSSfPbM18h"], [null, "PAO6T7YKItbQcybLjNKR-Ljsh3GkuzVf"]]}
');
INSERT INTO hexwidget.texts VALUES (3, 'table', '{"format": "hexwidget.table/1", "places": [["romans", "83a55fd1ba09023ba2eaaa316e6f88d969f9d99ad9818dead4af8ae0e8c87cf4"], ["greeks", "e3a04b582c8c5d8fac9c5cb0ca80697e547250f1e82e68f3268c16330c65ac5a"], ["carthage", "5193a7f6215039440ed94e5beac00065ec54446a68a3f6fc2a097a8d067dcabe"], ["", "de8e2de1726f7c6a9837f8c9a79e13b691c64bf5745fd142aa4b11f1788e25b4"], [null, "12c57d7ad56e77d2af82f2f0574d23f4c47ea68520545a5e63a138680dd87049"]]}
');
INSERT INTO hexwidget.texts VALUES (4, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "orders",
  "title": "Three marches",
  "prose": "Three players, each with a farm, a keep and somebody who casts: red''s mage throws firebolts, blue''s priest wards, green''s trickster blinks (O7.2). Two orders a turn (O1.1): move, attack alone or together, build, defend, destroy, disband, cast.\n\nEvery game turn begins with dice for initiative (O1.2). Press \"Dice by hand\" to set them. The last player with army units has won (O1.9).",
  "position": {
    "map": [
      ".   .   .   .   .   .   .   .   .",
      "  .   .   .   .   X   .   .   .   .",
      ".   .   .   .   X   .   .   .   .",
      "  .   .   .   .   .   .   .   .   .",
      ".   .   X   .   .   .   X   .   .",
      "  .   .   X   .   .   X   .   .   .",
      ".   .   .   .   .   .   .   .   ."
    ],
    "offset": "odd-r",
    "players": [
      "red",
      "blue",
      "green"
    ],
    "roster": {},
    "units": {
      "red": {
        "0101": {
          "unit": "mage",
          "id": 1
        },
        "0301": {
          "unit": "militia",
          "id": 2
        },
        "0102": {
          "unit": "knight",
          "id": 3
        },
        "0203": {
          "unit": "archer",
          "id": 4
        }
      },
      "blue": {
        "0701": {
          "unit": "engineer",
          "id": 5
        },
        "0901": {
          "unit": "priest",
          "id": 6
        },
        "0902": {
          "unit": "knight",
          "id": 7
        },
        "0803": {
          "unit": "archer",
          "id": 8
        }
      },
      "green": {
        "0605": {
          "unit": "archer",
          "id": 9
        },
        "0406": {
          "unit": "militia",
          "id": 10
        },
        "0506": {
          "unit": "knight",
          "id": 11
        },
        "0507": {
          "unit": "trickster",
          "id": 12
        }
      }
    },
    "buildings": {
      "red": {
        "0101": [
          "keep"
        ],
        "0201": [
          "farm"
        ]
      },
      "blue": {
        "0801": [
          "farm"
        ],
        "0901": [
          "keep"
        ]
      },
      "green": {
        "0407": [
          "farm"
        ],
        "0507": [
          "keep"
        ]
      }
    },
    "points": {},
    "due": {},
    "initiative": {},
    "queue": [],
    "left": 0,
    "owed": null,
    "battle": null,
    "bolt": null,
    "turn": 1,
    "after_tie": "return"
  }
}
');
INSERT INTO hexwidget.texts VALUES (4, 'links', '{"format": "hexwidget.table/1", "places": [["red", "b_R-Zz220zu97Are5FIunzXogQu6oPef"], ["blue", "OSEAfVx9TlDi544CFwIdE1sulf3njsPA"], ["green", "576uoaZ5MZpMRVnsvo6EpQ_F9cSIK2c6"], ["", "gTtsWmYCXg3iV2dU8uLRdj9Igs2kDwn4"], [null, "Osd5aM_txlml88hdzXKscLlX_eU4NwoR"]]}
');
INSERT INTO hexwidget.texts VALUES (1, 'links', '{"format": "hexwidget.table/1", "places": [["red", "Aspe6Zl40_c3TAwi0rQ473ghr0VWo50P"], ["blue", "3Y9N4u-oy6IYnPSpnjKKsZSKK0joajya"], ["", "EouoK6juK4tfv1ROdei3QBFEHvm7aOGN"], [null, "uH43WP1oGmpBU4FSfswl2CmuxfzWV0w2"]]}
');
INSERT INTO hexwidget.texts VALUES (3, 'listed', '{"title": "The Inland Sea", "stage": "Round 2: Romans move their marker", "who": "Romans are here. Greeks are here. Carthage is here.", "error": "", "players": ["romans", "greeks", "carthage"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (2, 'listed', '{"title": "The ford", "stage": "Turn 3 of 8: Players write their orders", "who": "Red is here on 4 screens. Blue is here on 6 screens.", "error": "", "players": ["red", "blue"], "number": 2, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (4, 'table', '{"format": "hexwidget.table/1", "places": [["red", "da44e3b69b9692f0c12093304a16022d479e1951b95c9699dc71a425895834b1"], ["blue", "14a98b2100cac42db552eac533a00ba31ae4a983f753f275c46acde5f3d4ba2a"], ["green", "6dc3d17813eb102cbb1d5e78c417dfb0f04be47e39dda6e36ff6f6e401518644"], ["", "8c3cd289e35d536bab5a9eadcc9ab743020c010f56d728e1e008e89806e905d8"], [null, "7db8cd45c48d42a0b6ec1b40fbc03f7cef1f51cc5369b9779f758592757ac5d1"]]}
');
INSERT INTO hexwidget.texts VALUES (5, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "frontiers",
  "title": "Combat",
  "prose": "Damage is assigned by both at once, and sealed: in frontier 1 red''s riders and militia against blue''s spearmen and militia, in frontier 2 blue''s veterans against the shield wall that occupies it.",
  "position": {
    "players": [
      "red",
      "blue"
    ],
    "life_now": {
      "red": 20,
      "blue": 20
    },
    "hands": {},
    "civic": {
      "red": {
        "farmer": 4
      },
      "blue": {
        "farmer": 4
      }
    },
    "army": {
      "red": {
        "militia": 4
      },
      "blue": {
        "militia": 4
      }
    },
    "vaults": {},
    "graveyards": {},
    "villagers": {
      "red": {
        "farmer": {
          "ready": 2,
          "exerted": 0
        }
      },
      "blue": {
        "farmer": {
          "ready": 2,
          "exerted": 0
        }
      }
    },
    "settlements": {},
    "spent": {},
    "units": {
      "red": {
        "militia1": {
          "card": "militia",
          "at": "advancing 1"
        },
        "riders1": {
          "card": "riders",
          "at": "advancing 1",
          "ready": true
        },
        "shieldwall1": {
          "card": "shieldwall",
          "at": "occupying 2",
          "ready": true
        }
      },
      "blue": {
        "militia2": {
          "card": "militia",
          "at": "advancing 1",
          "ready": true,
          "damage": 1
        },
        "spearmen1": {
          "card": "spearmen",
          "at": "occupying 1",
          "ready": true
        },
        "veterans1": {
          "card": "veterans",
          "at": "advancing 2",
          "ready": true
        }
      }
    },
    "tactics": {},
    "done": {},
    "phase": "damage",
    "acting": "red",
    "initiative": "red",
    "passed": false,
    "sealed": {},
    "wins": [],
    "triggers": [],
    "chosen": {},
    "draws": [],
    "round": 4,
    "frontiers": 3,
    "life": 20,
    "civic_hand": 4,
    "army_hand": 2
  }
}
');
INSERT INTO hexwidget.texts VALUES (5, 'links', '{"format": "hexwidget.table/1", "places": [["red", "OgPT8kqwZPjsAPzYdPXwdcmMO5c8piuY"], ["blue", "LFvoyqyYnLaitLqJptg6B6HjleDzwrOT"], ["", "Sv3cLdRZxzFjrCoTeIewRwPuERUCmlL0"], [null, "6maoxNSl86IPQxj5IT8Xl-hdVBFKnn2U"]]}
');
INSERT INTO hexwidget.texts VALUES (5, 'table', '{"format": "hexwidget.table/1", "places": [["red", "ad14e73463933e3e8408ce36f84fca952b981214a4ac36ea6fb25190aea8415b"], ["blue", "a0f4c0994a476460c306be23abfd9611a3e9d292cacb12192b290e6a32a899bc"], ["", "31d8052f8cece3e0c5bfe680cbe0321ebc838269b6bc55c404cbf036cc50ac57"], [null, "aa68c7f502412de4f786ef1bf865e1c2b62fcf5b6aa92b09bab4057660aecdf8"]], "opponents": {"blue": "greedy"}}
');
INSERT INTO hexwidget.texts VALUES (4, 'listed', '{"title": "Three marches", "stage": "Game turn 1: Red to act, 1 order left", "who": "Red is here. Blue is here on 2 screens. Green is here on 2 screens.", "error": "", "players": ["red", "blue", "green"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (2, 'game', '{"format": "hexwidget.table/1", "number": 2, "resigned": null, "opened": false}
');
INSERT INTO hexwidget.texts VALUES (5, 'listed', '{"title": "Combat", "stage": "Round 4: Combat, players assign damage; life: red 20, blue 20", "who": "Red is here on 5 screens. The computer plays blue (greedy).", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {"blue": "greedy"}}');
INSERT INTO hexwidget.texts VALUES (1, 'listed', '{"title": "Anna and Ben", "stage": "Round 1 of 6: Blue to act", "who": "Red is here on 2 screens. Blue is here.", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (10, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "depletion",
  "title": "Resigned",
  "prose": "Two realms and a lake between them. Click one of red''s armies: the bright hexes are those that it can reach, and the number on each says how many movement points are left there.\n\nHover the hexes at the rim to read which clause bars them: the lake needs vessels (D7.1), enemies block (D1.6), and an archer slows two riders down (D1.2). Press m for a march: one more point, but two depletion cubes instead of one (D2.1).\n\nEntering your own city or castle is free, once in a maneuver (D1.4).\n\nAn army that lands beside an enemy may attack: the odds of every result stand below the board before you confirm (D9.1).",
  "position": {
    "map": [
      ".   .   %   ^   .   .   .   %   .",
      "  .   %   %   .   .   ~   .   .   .",
      ".   .   .   .   ~   ~   .   ^   .",
      "  .   &   .   .   =   ~   .   ^   .",
      ".   &   .   .   ~   ~   .   .   .",
      "  .   .   ^   .   .   ~   .   %   .",
      ".   .   .   .   .   .   .   %   %"
    ],
    "offset": "odd-r",
    "players": [
      "red",
      "blue"
    ],
    "armies": {
      "red": {
        "0402": {
          "peasants": 1
        },
        "0203": {
          "archers": 1,
          "cavalry": 2
        },
        "0105": {
          "spearmen": 1,
          "swordsmen": 1
        },
        "0306": {
          "cavalry": 1
        }
      },
      "blue": {
        "0702": {
          "spearmen": 2,
          "archers": 1
        },
        "0804": {
          "cavalry": 2
        },
        "0605": {
          "peasants": 1
        },
        "0707": {
          "swordsmen": 1,
          "catapult": 1
        }
      }
    },
    "cubes": {},
    "cities": {
      "red": [
        "0304"
      ],
      "blue": [
        "0705"
      ]
    },
    "castles": {
      "red": [
        "0101"
      ],
      "blue": [
        "0901"
      ]
    },
    "turn": "red",
    "round": 1,
    "passes": 0,
    "landing": null,
    "declared": null,
    "exploration": null,
    "claim": null,
    "fight": null,
    "pace": "strict",
    "battle": "bag",
    "objective": "most_units",
    "rounds": 6,
    "army_size": 4,
    "structure_defence": 2,
    "structure_hit_points": 2,
    "cubes_drawn": 0
  }
}
');
INSERT INTO hexwidget.texts VALUES (10, 'links', '{"format": "hexwidget.table/1", "places": [["red", "alP8SlsA5P-m4pot3Wbumi0NufIZCLlG"], ["blue", "_Jz5Kg3lxQQR37h4vtfg0JMlYwUPr3__"], ["", "sSgxCEAXnW4HVzev8KwE8ou77rsdDtDv"], [null, "5U5c8wugNfc3iM2sgUnfRyis_mIgyr5A"]]}
');
INSERT INTO hexwidget.texts VALUES (10, 'table', '{"format": "hexwidget.table/1", "places": [["red", "e0bc99c35ca851a08bc1f6bfbdb18d120021f0bd141dec941fa36f4bb0684d2c"], ["blue", "49143ca5ce6b746da4f91f5f8bff5f66a88b1bacbeea9a521d51364bad6e0b7e"], ["", "9192b3c1d9589f5bbe764b946003e6febfbe17df42151bc43c13e2a1fa75aba7"], [null, "1c7beb80b7697174e4936f55698ef8b16565af6129dfe66d8416ed737d7a8f0f"]]}
');
INSERT INTO hexwidget.texts VALUES (10, 'game', '{"format": "hexwidget.table/1", "number": 1, "resigned": "blue", "opened": true}
');
INSERT INTO hexwidget.texts VALUES (10, 'listed', '{"title": "Resigned", "stage": "Blue has resigned. Red wins.", "who": "Red is here on 3 screens. Blue is here on 3 screens.", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (1, 'table', '{"format": "hexwidget.table/1", "places": [["red", "5c0f36af2148d7a41ba55c3b9ca9b5173ced65363570d28aa2b9b47c8664ffa8"], ["blue", "14783fff9b79a682ac8880cab50f3163a9dbca08daafbca2d9d1fa609c67e4f8"], ["", "bac6840faa1c438c1eaf00c01ed2606fb236c11a3f2e929c5d77f466d2866897"], [null, "fb4f0e8dc4c2ce0564294bd5019f04ed487ab941a4ca0abed73c82b8fddabaa0"]]}
');
INSERT INTO hexwidget.version VALUES (1);
SELECT pg_catalog.setval('hexwidget.tables_id_seq', 10, true);
ALTER TABLE ONLY hexwidget.doors
    ADD CONSTRAINT doors_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY hexwidget.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (kind);
ALTER TABLE ONLY hexwidget.steps
    ADD CONSTRAINT steps_pkey PRIMARY KEY (of, game, number);
ALTER TABLE ONLY hexwidget.tables
    ADD CONSTRAINT tables_name_key UNIQUE (name);
ALTER TABLE ONLY hexwidget.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY hexwidget.texts
    ADD CONSTRAINT texts_pkey PRIMARY KEY (of, kind);
ALTER TABLE ONLY hexwidget.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
CREATE INDEX doors_of_idx ON hexwidget.doors USING btree (of);
ALTER TABLE ONLY hexwidget.doors
    ADD CONSTRAINT doors_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY hexwidget.steps
    ADD CONSTRAINT steps_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY hexwidget.texts
    ADD CONSTRAINT texts_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.tables(id) ON DELETE CASCADE;
