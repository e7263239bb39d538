CREATE SCHEMA hexwidget;
CREATE TABLE hexwidget.classes (
    id integer NOT NULL,
    name text NOT NULL,
    term bigint DEFAULT 0 NOT NULL,
    about text,
    course text,
    links text
);
ALTER TABLE hexwidget.classes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME hexwidget.classes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE hexwidget.doors (
    digest text NOT NULL,
    of integer NOT NULL,
    place text
);
CREATE TABLE hexwidget.learner_lines (
    of integer NOT NULL,
    learner text NOT NULL,
    number integer NOT NULL,
    line text NOT NULL
);
CREATE TABLE hexwidget.learners (
    of integer NOT NULL,
    id text NOT NULL,
    about text NOT NULL,
    progress text
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
INSERT INTO hexwidget.classes OVERRIDING SYSTEM VALUE VALUES (1, 'learners', 1, '{"format": "hexwidget.class/1", "class": "2b3cc28f902c63bd8510404a75c969522b6b5e0179a7f7a8e3130a93387fac29", "teacher": "e3ec983d6a24edea923920cd07abd130b9d8d8e4f0e3624d9334c89e5e2351fa", "over": false}
', '{
 "format": "hexwidget.course/1",
 "system": "plotted",
 "title": "Orders in secret",
 "parts": [
  {
   "id": "first",
   "title": "Bring a red unit to 0402.",
   "aim": "Bring a red unit to 0402.",
   "position": {
    "title": "Adjacent after one hex",
    "map": [
     ".   .   .   .   .   .",
     "  .   .   .   .   .   .",
     ".   .   .   .   .   ."
    ],
    "offset": "odd-r",
    "players": [
     "red",
     "blue"
    ],
    "units": {
     "red": {
      "0202": {
       "kind": "cavalry",
       "strength": 3
      }
     },
     "blue": {
      "0502": {
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
    "turns": 4
   },
   "learner": "red",
   "goal": [
    {
     "at": "0402",
     "owner": "red"
    }
   ],
   "within": 2,
   "opponents": {
    "blue": "mild"
   }
  },
  {
   "id": "asked",
   "title": "",
   "kind": "legal",
   "position": {
    "title": "Adjacent after one hex",
    "map": [
     ".   .   .   .   .   .",
     "  .   .   .   .   .   .",
     ".   .   .   .   .   ."
    ],
    "offset": "odd-r",
    "players": [
     "red",
     "blue"
    ],
    "units": {
     "red": {
      "0202": {
       "kind": "cavalry",
       "strength": 3
      }
     },
     "blue": {
      "0502": {
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
    "turns": 4
   },
   "ask": {
    "action": "red: march 0202-0302-0402-0502"
   },
   "clauses": [
    "P1.3"
   ],
   "question": "May it?"
  },
  {
   "id": "last",
   "title": "Play a turn.",
   "aim": "Play a turn.",
   "position": {
    "title": "The ford",
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
   },
   "learner": "red",
   "within": 2,
   "opponents": {
    "blue": "random"
   }
  }
 ]
}
', '{"format": "hexwidget.class/1", "class": "FjioOmZ0M9qhWga5xRG4S8EoBQ-Unjl7", "teacher": "JbTMOY9QgdI6OeWtdJDsEEmjQ4S2IWwS"}
');
INSERT INTO hexwidget.doors VALUES ('15f140aa63bf6b064455a174eaa74540e4387fd953d0a48968884d1bad558c13', 2, 'red');
INSERT INTO hexwidget.doors VALUES ('f824cd10c82ae72f43fff433d0a96a955ce690d9c779bd5f3ac7e7c57c0690c1', 2, 'blue');
INSERT INTO hexwidget.doors VALUES ('ed8ee32844034a74539751162a5c2cb517a748461ce4080d0e5e943d20472dc8', 2, '');
INSERT INTO hexwidget.doors VALUES ('5b7fc4bf46121f283d5b759f651b49307270df824a3909d85d84eed6ead3f62d', 2, NULL);
INSERT INTO hexwidget.doors VALUES ('c93e1eb1ec1868c7aef0610c7221f697774fb413de4297b83ced9af5822e3586', 3, 'romans');
INSERT INTO hexwidget.doors VALUES ('0cc5386febc94d845ac746ee9496d707df55423136602b4509a024f4847c1f2c', 3, 'greeks');
INSERT INTO hexwidget.doors VALUES ('db4b12d0ae8a0c6fb7c5df3f5b6123a14fb9d4b36cbd32d8302b36810e4f3b59', 3, 'carthage');
INSERT INTO hexwidget.doors VALUES ('751f2368c92263bac263ade8893eee09b1b7c5763cea972aa8f47bcbf526d6d2', 3, '');
INSERT INTO hexwidget.doors VALUES ('ff472b3e054347ed3195b06d52244bb597a081e8ad818194ab5884c90847cfd9', 3, NULL);
INSERT INTO hexwidget.doors VALUES ('52eda9211f124a0620599bb3c4a4b477a78dd87ee42878cc2e9c0be93eac1b7a', 4, 'red');
INSERT INTO hexwidget.doors VALUES ('3774166756a7c357a03b32bce7f69050d6ccb783ce3b12b6f1ca4470f0218799', 4, 'blue');
INSERT INTO hexwidget.doors VALUES ('d5f64d4f8927b53f8c769eed0bda085bb47b3e85ae043312e07a142ad46af5a8', 4, 'green');
INSERT INTO hexwidget.doors VALUES ('f7a3f7c281f59e715d878ad9d3edefdc6a0e7551a7487515508b63289ad27786', 4, '');
INSERT INTO hexwidget.doors VALUES ('99f0f8fdc4f4a70ae8cadeeeadf51488572d646ae4f48319be5109c617af62e0', 4, NULL);
INSERT INTO hexwidget.doors VALUES ('c18c22457c489a3374ae64f9b09f480c94d389a6dfbd87b02379e77be3124710', 5, 'red');
INSERT INTO hexwidget.doors VALUES ('de6ba175e9d1198704f7b249c37ed4dacb85e24d24f3894322f91c713e4bfcab', 5, 'blue');
INSERT INTO hexwidget.doors VALUES ('e8a48de15b906e618750d7cffe68d5ae60dee47948277488cf52f703f5e11b10', 5, '');
INSERT INTO hexwidget.doors VALUES ('ac77fcd1614da09348084ef7c45500e10c1ebaad1c3b7b351708c84acc7786d6', 5, NULL);
INSERT INTO hexwidget.doors VALUES ('1cd6d67a8f5857928896168c1f698a1e39fd85e19b10b4c263ae578842fe2185', 10, 'red');
INSERT INTO hexwidget.doors VALUES ('10e760da691d079b70c3d8c8afd2894548259e9ad29e11b964db2e9ddefef698', 10, 'blue');
INSERT INTO hexwidget.doors VALUES ('ca51d69ff5b875ae41a89dfca51517240bafdb0b528ecae7c7c4f8b767d4f18f', 10, '');
INSERT INTO hexwidget.doors VALUES ('e257656c1ab42bdde8dd8db26259ac912c7c263f55b3834672e8f552aa507344', 10, NULL);
INSERT INTO hexwidget.doors VALUES ('7f6f02ae61411e4a523908ab86fb0559ade6459ce055268d63d190c81fc7d026', 1, 'red');
INSERT INTO hexwidget.doors VALUES ('a1b17f0213bf47eb3ca833450395c64d49e8bb86a45f824bed2d787b9e41cef0', 1, 'blue');
INSERT INTO hexwidget.doors VALUES ('3dcdce7fd1906637fede6770f20f771ebf03ede8c6e8e628a28a3bcc79855811', 1, '');
INSERT INTO hexwidget.doors VALUES ('b46041c0a96ededc0740d65bb99072b25ef7594f4eef2fa6ca8bdeedd791d85d', 1, NULL);
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 0, '{"at": "2026-11-29T01:00:33.643+00:00", "part": "stage/first", "did": "came"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'a3d7692e2ade', 0, '{"at": "2026-11-29T01:00:35.169+00:00", "part": "stage/first", "did": "came"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'c9755546ca59', 0, '{"at": "2026-11-29T01:00:35.378+00:00", "part": "stage/first", "did": "came"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'c79ebf1e7387', 0, '{"at": "2026-11-29T01:00:35.526+00:00", "part": "stage/first", "did": "came"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'cf7ae022f79a', 0, '{"at": "2026-11-29T01:00:35.667+00:00", "part": "stage/first", "did": "came"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'a3d7692e2ade', 1, '{"at": "2026-11-29T01:00:35.894+00:00", "part": "stage/first", "did": "refused", "clauses": ["P1.3"], "id": "Ben1"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'a3d7692e2ade', 2, '{"at": "2026-11-29T01:00:35.925+00:00", "part": "stage/first", "did": "refused", "clauses": ["P1.3"], "id": "Ben2"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'a3d7692e2ade', 3, '{"at": "2026-11-29T01:00:35.947+00:00", "part": "stage/first", "did": "refused", "clauses": ["P1.3"], "id": "Ben3"}');
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 1, '{"at": "2026-11-29T01:00:36.191+00:00", "part": "stage/first", "did": "action", "text": "march 0202-0302-0402", "id": "Anna1"}');
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 2, '{"at": "2026-11-29T01:00:36.197+00:00", "part": "stage/first", "did": "done", "id": "Anna1"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'cf7ae022f79a', 1, '{"at": "2026-11-29T01:00:36.418+00:00", "part": "stage/first", "did": "action", "text": "march 0202-0302-0402", "id": "Emil1"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'cf7ae022f79a', 2, '{"at": "2026-11-29T01:00:36.460+00:00", "part": "stage/first", "did": "done", "id": "Emil1"}');
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 3, '{"at": "2026-11-29T01:00:36.809+00:00", "part": "asked", "did": "opened", "id": "Anna3"}');
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 4, '{"at": "2026-11-29T01:00:36.825+00:00", "part": "asked", "did": "answer", "text": "legal", "right": false, "clauses": ["P1.3"], "id": "Anna5"}');
INSERT INTO hexwidget.learner_lines VALUES (1, '2ecedfcb85c1', 5, '{"at": "2026-11-29T01:00:36.841+00:00", "part": "asked", "did": "answer", "text": "P1.3", "right": true, "id": "Anna7"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'cf7ae022f79a', 3, '{"at": "2026-11-29T01:00:36.857+00:00", "part": "asked", "did": "opened", "id": "Emil3"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'cf7ae022f79a', 4, '{"at": "2026-11-29T01:00:36.868+00:00", "part": "asked", "did": "answer", "text": "P1.3", "right": true, "id": "Emil5"}');
INSERT INTO hexwidget.learner_lines VALUES (1, 'c9755546ca59', 1, '{"at": "2026-11-29T01:00:36.900+00:00", "part": "stage/first", "did": "refused", "clauses": ["P1.3"], "id": "Cleo2"}');
INSERT INTO hexwidget.learners VALUES (1, 'cf7ae022f79a', '{"format": "hexwidget.class/1", "name": "Emil", "doors": ["29e6f647edfa26aa5faccb2c12d85b2c24ea1670278331ea27cddce04903ee24"]}
', '{
  "format": "hexwidget.progress/1",
  "exercises": {
    "stage/first": {
      "tries": 1,
      "hints": 0,
      "solved": true,
      "at": 1795914036
    },
    "asked": {
      "tries": 1,
      "hints": 0,
      "solved": true,
      "at": 1795914036
    }
  },
  "clauses": {
    "plotted": {
      "P1.7": {
        "used": 0,
        "missed": 0,
        "since": 0
      },
      "P1.9": {
        "used": 1,
        "missed": 0,
        "since": 1
      },
      "P1.3": {
        "used": 1,
        "missed": 0,
        "since": 1
      }
    }
  },
  "places": {
    "course-c41e3878": {
      "part": "asked",
      "game": "",
      "shown": []
    }
  }
}
');
INSERT INTO hexwidget.learners VALUES (1, 'c79ebf1e7387', '{"format": "hexwidget.class/1", "name": "Dora", "doors": ["3e03492f764052c70fb7aea0f528d3d2662b04bd95603e3f9713050d41a75a60"]}
', '{
  "format": "hexwidget.progress/1",
  "exercises": {}
}
');
INSERT INTO hexwidget.learners VALUES (1, 'c9755546ca59', '{"format": "hexwidget.class/1", "name": "Cleo", "doors": ["9dc1188042c5665748c6ecd33d6184a5323d86283b07756c600f21e583d14b3c"]}
', '{
  "format": "hexwidget.progress/1",
  "exercises": {},
  "clauses": {
    "plotted": {
      "P1.7": {
        "used": 0,
        "missed": 0,
        "since": 0
      },
      "P1.3": {
        "used": 0,
        "missed": 1,
        "since": 0,
        "box": 1,
        "at": 1795914036
      }
    }
  }
}
');
INSERT INTO hexwidget.learners VALUES (1, 'a3d7692e2ade', '{"format": "hexwidget.class/1", "name": "Ben", "doors": ["58e7edfa9a0e423a1807cb1989d26b807aa832826fbfeb09660a8ec4bd07cc8a"]}
', '{
  "format": "hexwidget.progress/1",
  "exercises": {},
  "clauses": {
    "plotted": {
      "P1.7": {
        "used": 0,
        "missed": 0,
        "since": 0
      },
      "P1.3": {
        "used": 0,
        "missed": 3,
        "since": 0,
        "box": 1,
        "at": 1795914035
      }
    }
  }
}
');
INSERT INTO hexwidget.learners VALUES (1, '2ecedfcb85c1', '{"format": "hexwidget.class/1", "name": "Anna", "doors": ["ee8f04b6fe2cf45440d697b649f039dd36f4dc91964e7a772bdc66345e2b33f6"]}
', '{
  "format": "hexwidget.progress/1",
  "exercises": {
    "stage/first": {
      "tries": 1,
      "hints": 0,
      "solved": true,
      "at": 1795914036
    },
    "asked": {
      "tries": 2,
      "hints": 0,
      "solved": true,
      "at": 1795914036
    }
  },
  "clauses": {
    "plotted": {
      "P1.7": {
        "used": 0,
        "missed": 0,
        "since": 0
      },
      "P1.9": {
        "used": 1,
        "missed": 0,
        "since": 1
      },
      "P1.3": {
        "used": 1,
        "missed": 1,
        "since": 1,
        "box": 1,
        "at": 1795914036
      }
    }
  },
  "places": {
    "course-c41e3878": {
      "part": "asked",
      "game": "",
      "shown": []
    }
  }
}
');
INSERT INTO hexwidget.settings VALUES ('owner', '{"owner": "456ba5833bc6dee5f4987bdbae3e8dc173f5f26aa91590b7b511ccba15d56efa", "token": "iXpYc6BF08iIN_JOZQlnCRppQZJZHwYh"}');
INSERT INTO hexwidget.steps VALUES (1, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Anna and Ben","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":4052404555966604,"sum":"4e383f8da9ae"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 0, '{"format":"hexwidget.replay/2","system":"plotted","start":{"title":"The ford","map":[".   .   .   %   .   .   .   .   %   .   .   .","  .   ^   .   .   .   %   .   .   .   .   .   .",".   .   .   .   .   .   .   .   .   ^   .   .","  ~   ~   ~   .   ~   ~   ~   ~   .   ~   ~   ~",".   .   .   .   .   .   .   .   .   .   .   .","  .   %   .   .   .   ^   .   .   %   .   .   .",".   .   .   .   %   .   .   .   .   .   ^   .","  .   .   .   .   .   .   .   .   .   .   .   ."],"offset":"odd-r","places":{"the west ford":"label 0404","the east ford":"label 0904"},"players":["red","blue"],"units":{"red":{"0301":{"kind":"cavalry","strength":3},"0601":{"kind":"cavalry","strength":3},"0901":{"kind":"cavalry","strength":3,"name":"mounted archers"},"1001":{"kind":"infantry","strength":4},"0402":{"kind":"infantry","strength":4},"0702":{"kind":"infantry","strength":4}},"blue":{"0506":{"kind":"infantry","strength":4,"name":"pikes"},"0806":{"kind":"infantry","strength":4},"0307":{"kind":"infantry","strength":4},"1007":{"kind":"infantry","strength":4},"0608":{"kind":"cavalry","strength":3},"0908":{"kind":"cavalry","strength":3}}},"costs":{},"engaged":[],"sealed":{},"melees":[],"carried_out":[],"turn":1,"minimum_move":"none","melee":"d20","objective":"most_strength","turns":8},"key":"15493bec61c2f69809e8","seed":1919487113348573,"sum":"662ca9de0250"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 0, '{"format":"hexwidget.replay/2","system":"rondel","start":{"title":"The Inland Sea","map":"inland_sea","players":["romans","greeks","carthage"],"units":{"romans":{"roma":"2 legions","capua":"1 legion, 1 galley"},"greeks":{"achaea":"2 legions, 1 galley","creta":"1 galley"},"carthage":{"carthago":"2 legions","libya":"1 legion","sicilia":"2 galleys"}},"cities":{"romans":{"roma":"temple","apulia":"city","capua":"city"},"greeks":{"macedon":"city","achaea":"temple","creta":"city"},"carthage":{"numidia":"city","carthago":"temple","sicilia":"city"}},"know_how":{"romans":["ROADS"],"greeks":["SAILING","MONARCHY"],"carthage":["WHEEL","SAILING"]},"markers":{"romans":2,"greeks":6,"carthage":3},"resources":{"romans":2,"greeks":1,"carthage":2},"active":"romans","phase":"wheel","asks":[],"toll":null,"round":1,"defenders":"ask","battle_size":"all","city_tokens":25,"objective":"most_cities","rounds":12},"key":"29116f792c785b3e39bb","sum":"1331ff7a49a5"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 0, '{"format":"hexwidget.replay/2","system":"orders","start":{"title":"Three marches","map":[".   .   .   .   .   .   .   .   .","  .   .   .   .   X   .   .   .   .",".   .   .   .   X   .   .   .   .","  .   .   .   .   .   .   .   .   .",".   .   X   .   .   .   X   .   .","  .   .   X   .   .   X   .   .   .",".   .   .   .   .   .   .   .   ."],"offset":"odd-r","players":["red","blue","green"],"roster":{},"units":{"red":{"0101":{"unit":"mage","id":1},"0301":{"unit":"militia","id":2},"0102":{"unit":"knight","id":3},"0203":{"unit":"archer","id":4}},"blue":{"0701":{"unit":"engineer","id":5},"0901":{"unit":"priest","id":6},"0902":{"unit":"knight","id":7},"0803":{"unit":"archer","id":8}},"green":{"0605":{"unit":"archer","id":9},"0406":{"unit":"militia","id":10},"0506":{"unit":"knight","id":11},"0507":{"unit":"trickster","id":12}}},"buildings":{"red":{"0101":["keep"],"0201":["farm"]},"blue":{"0801":["farm"],"0901":["keep"]},"green":{"0407":["farm"],"0507":["keep"]}},"points":{},"due":{},"initiative":{},"queue":[],"left":0,"owed":null,"battle":null,"bolt":null,"turn":1,"after_tie":"return"},"key":"440582c69340a3a73164","seed":6705184042873503,"sum":"e371e6d2a79f"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 1, '{"step":1,"parent":0,"chance":"initiative of red","value":"6","by_hand":false,"key":"2080447bf5ff4dbb967d","sum":"2f8e3ef48ccf"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 2, '{"step":2,"parent":1,"chance":"initiative of blue","value":"19","by_hand":false,"key":"18e484883c6802b76216","sum":"0749f04895db"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 3, '{"step":3,"parent":2,"chance":"initiative of green","value":"5","by_hand":false,"key":"a055fadd1d95bca1a798","sum":"f4c9f58a9814"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 0, '{"format":"hexwidget.replay/2","system":"frontiers","start":{"title":"Combat","players":["red","blue"],"life_now":{"red":20,"blue":20},"hands":{},"civic":{"red":{"farmer":4},"blue":{"farmer":4}},"army":{"red":{"militia":4},"blue":{"militia":4}},"vaults":{},"graveyards":{},"villagers":{"red":{"farmer":{"ready":2,"exerted":0}},"blue":{"farmer":{"ready":2,"exerted":0}}},"settlements":{},"spent":{},"units":{"red":{"militia1":{"card":"militia","at":"advancing 1"},"riders1":{"card":"riders","at":"advancing 1","ready":true},"shieldwall1":{"card":"shieldwall","at":"occupying 2","ready":true}},"blue":{"militia2":{"card":"militia","at":"advancing 1","ready":true,"damage":1},"spearmen1":{"card":"spearmen","at":"occupying 1","ready":true},"veterans1":{"card":"veterans","at":"advancing 2","ready":true}}},"tactics":{},"done":{},"phase":"damage","acting":"red","initiative":"red","passed":false,"sealed":{},"wins":[],"triggers":[],"chosen":{},"draws":[],"round":4,"frontiers":3,"life":20,"civic_hand":4,"army_hand":2},"key":"b38c5416e42eb5eb90e2","seed":4363567267962551,"sum":"28a2dd74fa1d"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Closed","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":997030253905463,"sum":"8a1d107de1e8"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0105(1 swordsman)-0104-0203[+1 archer, +2 cavalry]-0303[-1 archer, -1 cavalry]-0304 march","key":"46fb4d0230489140d6f0","message":["red","1.2"],"sum":"9e6e92a9c99a"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0702(1 spearman, 1 archer)-0802-0702[-1 spearman]-0802-0901 march; 0804-0805-0706[-1 cavalry]-0705","key":"81eab70d1534ef5f971a","message":["blue","2.2"],"sum":"d1e77163066c"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 3, '{"step":3,"parent":2,"player":"red","action":"0402-0403-0304; 0105-0106-0206 march","key":"2f13d682f66b120543b1","message":["red","3.2"],"sum":"4afbaba129f5"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 4, '{"step":4,"parent":3,"player":"blue","action":"0707(1 catapult)-0706-0705-0704 march","key":"574b879c250a07f0de69","message":["blue","4.2"],"sum":"336daaf764ff"}
');
INSERT INTO hexwidget.steps VALUES (1, 1, 5, '{"step":5,"parent":4,"player":"red","action":"0306-0305-0204","key":"1bfc35238ceac1e98788","message":["red","5.2"],"sum":"b8f29714d778"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 1, '{"step":1,"parent":0,"player":"blue","action":"charge 0506-0406-0505; run 0806-0907; run 0307-0306-0307; charge 1007-1006-1005; run 0608-0708-0707-0708-0808; run 0908-0808-0907-0806-0706","key":"41eac94749c47428be42","message":["blue","6.2"],"sum":"a5aa373b50d8"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 2, '{"step":2,"parent":1,"player":"red","action":"run 0301-0302-0403-0303; ambush 0601 facing SW; charge 0901-1001-1002-1101; run 1001-1002; fire and retreat 0402 facing W; march 0702-0803","key":"9a03a618abb855955ab8","message":["red","7.2"],"sum":"d6f9b18acacb"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 3, '{"step":3,"parent":2,"player":"blue","action":"run 0505-0405-0505; run 1005-1006-1005; defend 0307 facing SE; charge 0907-1007; charge 0708-0808-0807-0806; charge 0808-0807-0808-0907","key":"71031ff0757a6d0bd908","message":["blue","8.2"],"sum":"8adc6f3e48ae"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 4, '{"step":4,"parent":3,"player":"red","action":"charge 0601-0502-0402-0302-0303; charge 1001-1101-1002-1001-0902; charge 0402-0302-0301; run 1002-1102-1202; march 0303-0302; charge 0803-0903-0904","key":"6498fb26d5eba89437e6","message":["red","9.2"],"sum":"fb6e32b6ca2b"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 5, '{"step":5,"parent":4,"chance":"melee, 0904 against 1005","value":"17","by_hand":false,"key":"ad6cc07329130c751dd8","sum":"50e90d391246"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 6, '{"step":6,"parent":5,"chance":"melee, 1005 against 0904","value":"1","by_hand":false,"key":"ed08cef58b286a1a9bc3","sum":"e9ec9c17dd7f"}
');
INSERT INTO hexwidget.steps VALUES (2, 1, 7, '{"step":7,"parent":6,"player":"blue","action":"march 0505-0404; fire and retreat 1005 facing SE; charge 0307-0207-0107; run 0807-0706-0806; ambush 1007 facing W; charge 0808-0908-0907-0807-0708","key":"5be6adb92b96e468a3f7","message":["blue","10.2"],"sum":"187ee0e0142b"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 1, '{"step":1,"parent":0,"player":"romans","action":"wheel 4","key":"c6452887529d6f2e5464","message":["romans","11.2"],"sum":"641b41f4325e"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 2, '{"step":2,"parent":1,"player":"greeks","action":"wheel 3","key":"925db669049023c81a42","message":["greeks","12.2"],"sum":"9490921759ed"}
');
INSERT INTO hexwidget.steps VALUES (3, 1, 3, '{"step":3,"parent":2,"player":"carthage","action":"wheel 4","key":"f13a5b77ae867e5a7b5f","message":["carthage","13.2"],"sum":"7d1d260bcf99"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 4, '{"step":4,"parent":3,"player":"blue","action":"0803 build farm","key":"cce7ed654400e41d82ac","message":["blue","14.2"],"sum":"323e70300d3e"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 5, '{"step":5,"parent":4,"player":"blue","action":"0701 move 0602","key":"91177fd9ab799f43d1b7","message":["blue","15.2"],"sum":"f2c89b90f894"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 6, '{"step":6,"parent":5,"player":"red","action":"0203 move 0104","key":"fbb2869cf349944fcc73","message":["red","16.2"],"sum":"a6f99f5b91bd"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 7, '{"step":7,"parent":6,"player":"red","action":"0102 move 0203","key":"8a89c0b1c401b24ab9f7","message":["red","17.2"],"sum":"efc5c1e08f2d"}
');
INSERT INTO hexwidget.steps VALUES (4, 1, 8, '{"step":8,"parent":7,"player":"green","action":"0506 build keep","key":"20b0e214cea5d6602c99","message":["green","18.2"],"sum":"b90c2fd94b8d"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 1, '{"step":1,"parent":0,"player":"red","action":"assign 1: militia2 3, spearmen1 1","key":"477375c7de557c6f15b8","message":["red","19.2"],"sum":"f8e63010bf9a"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 2, '{"step":2,"parent":1,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","20.2"],"sum":"fdec2b18cf75"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 3, '{"step":3,"parent":2,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","21.2"],"sum":"5c46009966b1"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 4, '{"step":4,"parent":3,"player":"red","action":"assign 1: militia2 1, spearmen1 3","key":"31c19df08135e533601c","message":["red","22.2"],"sum":"db148202254b"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 5, '{"step":5,"parent":4,"player":"red","action":"assign 1: militia2 3, spearmen1 1","key":"477375c7de557c6f15b8","message":["red","23.2"],"sum":"61a6430d684a"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0203-0202[-1 archer]-0203","key":"c598cc8778c8aeecf226","message":["red","24.2"],"sum":"22f94430d6bf"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0702-0701[-1 spearman]-0601[-1 spearman]-0501 march","key":"96df9ec4835b4ec31f38","message":["blue","25.2"],"sum":"ccb2d5309e5d"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 3, '{"step":3,"parent":2,"player":"blue","action":"no attack","key":"f7648375390b5ba47bf2","message":["blue","26.2"],"sum":"40a84a486cfd"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 4, '{"step":4,"parent":3,"player":"red","action":"0306 march","key":"c2036dddff285b602b9e","message":["red","27.2"],"sum":"911ee1ce5f5a"}
');
INSERT INTO hexwidget.steps VALUES (7, 1, 5, '{"step":5,"parent":4,"player":"blue","action":"0804-0805[-1 cavalry]-0704-0703 march; 0605-0506-0607","key":"8eaa8f47754d97551c2b","message":["blue","28.2"],"sum":"f9fd6e535099"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 0, '{"format":"hexwidget.replay/2","system":"plotted","start":{"title":"The ford","map":[".   .   .   %   .   .   .   .   %   .   .   .","  .   ^   .   .   .   %   .   .   .   .   .   .",".   .   .   .   .   .   .   .   .   ^   .   .","  ~   ~   ~   .   ~   ~   ~   ~   .   ~   ~   ~",".   .   .   .   .   .   .   .   .   .   .   .","  .   %   .   .   .   ^   .   .   %   .   .   .",".   .   .   .   %   .   .   .   .   .   ^   .","  .   .   .   .   .   .   .   .   .   .   .   ."],"offset":"odd-r","places":{"the west ford":"label 0404","the east ford":"label 0904"},"players":["red","blue"],"units":{"red":{"0301":{"kind":"cavalry","strength":3},"0601":{"kind":"cavalry","strength":3},"0901":{"kind":"cavalry","strength":3,"name":"mounted archers"},"1001":{"kind":"infantry","strength":4},"0402":{"kind":"infantry","strength":4},"0702":{"kind":"infantry","strength":4}},"blue":{"0506":{"kind":"infantry","strength":4,"name":"pikes"},"0806":{"kind":"infantry","strength":4},"0307":{"kind":"infantry","strength":4},"1007":{"kind":"infantry","strength":4},"0608":{"kind":"cavalry","strength":3},"0908":{"kind":"cavalry","strength":3}}},"costs":{},"engaged":[],"sealed":{},"melees":[],"carried_out":[],"turn":1,"minimum_move":"none","melee":"d20","objective":"most_strength","turns":8},"key":"15493bec61c2f69809e8","seed":8490958647177621,"sum":"fc06446b4fc1"}
');
INSERT INTO hexwidget.steps VALUES (5, 1, 6, '{"step":6,"parent":5,"player":"blue","action":"assign 2: shieldwall1 4","key":"4ee48f00c0b69f7908a2","sum":"137730a77071"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 1, '{"step":1,"parent":0,"player":"blue","action":"charge 0506-0605-0705; run 0806-0706-0707; ambush 0307 facing SE; charge 1007-1006-1106; run 0608-0707-0708-0707-0807; run 0908-0808-0907-0806-0706","key":"877048d2641e00eb1332","message":["blue","32.2"],"sum":"61f7eaff337e"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 2, '{"step":2,"parent":1,"player":"red","action":"march 0301-0401; run 0601-0602-0701; retreat 0901-0802; charge 1001-1002-1102; march 0402-0302; charge 0702-0803-0703","key":"fe4b73d04f94de56bd31","message":["red","33.2"],"sum":"81a4ff1f4175"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 3, '{"step":3,"parent":2,"player":"blue","action":"run 0705-0805-0705; charge 0706-0707-0708-0807-0808; retreat 1106-1105; charge 0307-0407-0306; defend 0707 facing NE; run 0708-0808-0807-0708-0808","key":"14075a1db262ca8c9d0c","message":["blue","34.2"],"sum":"2082fa0d136e"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 4, '{"step":4,"parent":3,"player":"red","action":"charge 0401-0501-0402-0403-0402; charge 0701-0801-0701-0801-0701; fire and retreat 0302 facing NE; run 0802-0702-0802-0801-0702; charge 1102-1101; ambush 0703 facing SE","key":"f9669c8f227009eefc72","message":["red","35.2"],"sum":"2135edae627c"}
');
INSERT INTO hexwidget.steps VALUES (2, 2, 5, '{"step":5,"parent":4,"player":"blue","action":"ambush 0705 facing SE; run 1105-1006-1007; charge 0306-0406-0506; run 0706-0806-0706-0807; charge 0707-0608-0607; charge 0808-0907-0806-0907-1007","key":"5bd77ddd16ec0230e680","message":["blue","36.2"],"sum":"11dc65bfc699"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 0, '{"format":"hexwidget.replay/2","system":"depletion","start":{"title":"Resigned","map":[".   .   %   ^   .   .   .   %   .","  .   %   %   .   .   ~   .   .   .",".   .   .   .   ~   ~   .   ^   .","  .   &   .   .   =   ~   .   ^   .",".   &   .   .   ~   ~   .   .   .","  .   .   ^   .   .   ~   .   %   .",".   .   .   .   .   .   .   %   %"],"offset":"odd-r","players":["red","blue"],"armies":{"red":{"0402":{"peasants":1},"0203":{"archers":1,"cavalry":2},"0105":{"spearmen":1,"swordsmen":1},"0306":{"cavalry":1}},"blue":{"0702":{"spearmen":2,"archers":1},"0804":{"cavalry":2},"0605":{"peasants":1},"0707":{"swordsmen":1,"catapult":1}}},"cubes":{},"cities":{"red":["0304"],"blue":["0705"]},"castles":{"red":["0101"],"blue":["0901"]},"turn":"red","round":1,"passes":0,"landing":null,"declared":null,"exploration":null,"claim":null,"fight":null,"pace":"strict","battle":"bag","objective":"most_units","rounds":6,"army_size":4,"structure_defence":2,"structure_hit_points":2,"cubes_drawn":0},"key":"929a4c3359ddb88878c2","seed":8035239867218070,"sum":"ad5773f77e18"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 1, '{"step":1,"parent":0,"player":"red","action":"0203(1 archer, 1 cavalry)-0104[-1 cavalry]-0103-0102-0101 march; 0105-0104[-1 spearman]-0203[+1 cavalry, -1 swordsman]-0303 march","key":"de85ab35b814aa08ebb3","message":["red","40.2"],"sum":"63171ad56fda"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 2, '{"step":2,"parent":1,"player":"blue","action":"0804(1 cavalry)-0905 march","key":"3a64509818c7b12adcae","message":["blue","41.2"],"sum":"14efb6001214"}
');
INSERT INTO hexwidget.steps VALUES (10, 1, 3, '{"step":3,"parent":2,"player":"red","action":"0402-0403-0303","key":"949d729ea26fc3c66512","message":["red","42.2"],"sum":"86d57991d0f4"}
');
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (2, 'plotted-the-ford', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (3, 'rondel-inland-sea', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (4, 'orders-three-marches', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (5, 'frontiers-combat', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (10, 'depletion-first-steps-3', 3, 1, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (1, 'depletion-first-steps', 3, 2, NULL);
INSERT INTO hexwidget.tables OVERRIDING SYSTEM VALUE VALUES (7, 'depletion-first-steps-2', 4, 1, '2026-11-29 01:00:11.516003+00');
INSERT INTO hexwidget.texts VALUES (1, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "depletion",
  "title": "Anna and Ben",
  "prose": "Two realms and a lake between them. After six rounds, the player with the most units wins (D1.16). Click one of red''s armies: the bright hexes are those that it can reach, and the number on each says how many movement points are left there.\n\nHover the hexes at the rim to read which clause bars them: the lake needs vessels (D7.1), enemies block (D1.6), and an archer slows two riders down (D1.2). Press m for a march: one more point, but two depletion cubes instead of one (D2.1).\n\nEntering your own city or castle is free, once in a maneuver (D1.4).\n\nAn army that lands beside an enemy may attack: the odds of every result stand in the panel before you confirm (D9.1).",
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
INSERT INTO hexwidget.texts VALUES (2, 'links', '{"format": "hexwidget.table/1", "places": [["red", "Z2oSpTH_0e2T4ZTSd709eS447BwGUxK8"], ["blue", "CYYxf057IDHgafLWgVHzR0jRjgXuwnSd"], ["", "nfcxO0IUPXZSTK_0vut7bguEtPZRUNtq"], [null, "PiQUeKDp4sH7azxa6VML0PYLUiz-IYAN"]]}
');
INSERT INTO hexwidget.texts VALUES (2, 'table', '{"format": "hexwidget.table/1", "places": [["red", "15f140aa63bf6b064455a174eaa74540e4387fd953d0a48968884d1bad558c13"], ["blue", "f824cd10c82ae72f43fff433d0a96a955ce690d9c779bd5f3ac7e7c57c0690c1"], ["", "ed8ee32844034a74539751162a5c2cb517a748461ce4080d0e5e943d20472dc8"], [null, "5b7fc4bf46121f283d5b759f651b49307270df824a3909d85d84eed6ead3f62d"]]}
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
INSERT INTO hexwidget.texts VALUES (3, 'links', '{"format": "hexwidget.table/1", "places": [["romans", "wZ31-fI5cwhhzYdUG-tMselfQWlkhqHu"], ["greeks", "Z1h0lnDKKc8YK_FszArx0SqbvRAZPLPt"], ["carthage", "jYCDDTsW71VyWVsfgTHyGOZvx9UP4tvw"], ["", "1q4-oRNqzHStTAjPDDD8F2zKvqoUTvI9"], [null, "AONezAInFt0hvq1sZ88cFRIDi9saCJ-9"]]}
');
INSERT INTO hexwidget.texts VALUES (3, 'table', '{"format": "hexwidget.table/1", "places": [["romans", "c93e1eb1ec1868c7aef0610c7221f697774fb413de4297b83ced9af5822e3586"], ["greeks", "0cc5386febc94d845ac746ee9496d707df55423136602b4509a024f4847c1f2c"], ["carthage", "db4b12d0ae8a0c6fb7c5df3f5b6123a14fb9d4b36cbd32d8302b36810e4f3b59"], ["", "751f2368c92263bac263ade8893eee09b1b7c5763cea972aa8f47bcbf526d6d2"], [null, "ff472b3e054347ed3195b06d52244bb597a081e8ad818194ab5884c90847cfd9"]]}
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
INSERT INTO hexwidget.texts VALUES (4, 'links', '{"format": "hexwidget.table/1", "places": [["red", "8eVdjkkUSdB8R1a_nsVhDvQJ2ZX3s4gv"], ["blue", "L7sa1dcLD2_PsdATJAaHAH5ci8_pEvYf"], ["green", "I0QLcqQCNkhnLB5o-BdHBI5-RtMgOxkX"], ["", "_Y4Htmd4sedtN_bKLjjr-NQf_DmVe6Gd"], [null, "ukMpCyPr1mMujtGAM-42aun2vumtCFKF"]]}
');
INSERT INTO hexwidget.texts VALUES (2, 'listed', '{"title": "The ford", "stage": "Turn 3 of 8: Players write their orders", "who": "Red is not here. Blue is not here.", "error": "", "players": ["red", "blue"], "number": 2, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (3, 'listed', '{"title": "The Inland Sea", "stage": "Round 2: Romans move their marker", "who": "Romans are not here. Greeks are not here. Carthage is not here.", "error": "", "players": ["romans", "greeks", "carthage"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (4, 'table', '{"format": "hexwidget.table/1", "places": [["red", "52eda9211f124a0620599bb3c4a4b477a78dd87ee42878cc2e9c0be93eac1b7a"], ["blue", "3774166756a7c357a03b32bce7f69050d6ccb783ce3b12b6f1ca4470f0218799"], ["green", "d5f64d4f8927b53f8c769eed0bda085bb47b3e85ae043312e07a142ad46af5a8"], ["", "f7a3f7c281f59e715d878ad9d3edefdc6a0e7551a7487515508b63289ad27786"], [null, "99f0f8fdc4f4a70ae8cadeeeadf51488572d646ae4f48319be5109c617af62e0"]]}
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
INSERT INTO hexwidget.texts VALUES (5, 'links', '{"format": "hexwidget.table/1", "places": [["red", "eqnHBFW0PFPT2fld7GCaqUOiVgdmDFBD"], ["blue", "TWTLfTf6GqnoIqnnqZmRpnTNNYMc84Kz"], ["", "uHMfaF3gkSQ_fh9TcM11cvvVx4HFFvFf"], [null, "YWESMd_aYVnQ7rlS1sadiAh1sEjNRegK"]]}
');
INSERT INTO hexwidget.texts VALUES (5, 'table', '{"format": "hexwidget.table/1", "places": [["red", "c18c22457c489a3374ae64f9b09f480c94d389a6dfbd87b02379e77be3124710"], ["blue", "de6ba175e9d1198704f7b249c37ed4dacb85e24d24f3894322f91c713e4bfcab"], ["", "e8a48de15b906e618750d7cffe68d5ae60dee47948277488cf52f703f5e11b10"], [null, "ac77fcd1614da09348084ef7c45500e10c1ebaad1c3b7b351708c84acc7786d6"]], "opponents": {"blue": "greedy"}}
');
INSERT INTO hexwidget.texts VALUES (1, 'listed', '{"title": "Anna and Ben", "stage": "Round 1 of 6: Blue to act", "who": "Red is not here. Blue is not here.", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (10, 'scenario', '{
  "format": "hexwidget.scenario/1",
  "system": "depletion",
  "title": "Resigned",
  "prose": "Two realms and a lake between them. After six rounds, the player with the most units wins (D1.16). Click one of red''s armies: the bright hexes are those that it can reach, and the number on each says how many movement points are left there.\n\nHover the hexes at the rim to read which clause bars them: the lake needs vessels (D7.1), enemies block (D1.6), and an archer slows two riders down (D1.2). Press m for a march: one more point, but two depletion cubes instead of one (D2.1).\n\nEntering your own city or castle is free, once in a maneuver (D1.4).\n\nAn army that lands beside an enemy may attack: the odds of every result stand in the panel before you confirm (D9.1).",
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
INSERT INTO hexwidget.texts VALUES (10, 'links', '{"format": "hexwidget.table/1", "places": [["red", "Z0M_B3gYM_Mo9XFyPVIhg9yXgqhhQXVc"], ["blue", "zWx4xDK9R7Letf6jqJpnfgG0obUODIzs"], ["", "N8xSmsSYPx7HUZgbR3ZJG5UtO8L7S-Je"], [null, "1wEY85zpuz9AkJWogzyAXuC3h3t_hM3i"]]}
');
INSERT INTO hexwidget.texts VALUES (10, 'table', '{"format": "hexwidget.table/1", "places": [["red", "1cd6d67a8f5857928896168c1f698a1e39fd85e19b10b4c263ae578842fe2185"], ["blue", "10e760da691d079b70c3d8c8afd2894548259e9ad29e11b964db2e9ddefef698"], ["", "ca51d69ff5b875ae41a89dfca51517240bafdb0b528ecae7c7c4f8b767d4f18f"], [null, "e257656c1ab42bdde8dd8db26259ac912c7c263f55b3834672e8f552aa507344"]]}
');
INSERT INTO hexwidget.texts VALUES (1, 'links', '{"format": "hexwidget.table/1", "places": [["red", "8szzAgYOpqv1eZOanpGBG4B7n0qWXRzB"], ["blue", "kBY8lJF7eJovmbmMSbEx5sey3teUmoZo"], ["", "ZoeE2KF3vVEzR3nlEH_fAD9Qv1fgBi-l"], [null, "1eywpfino-y9_M1xvX4jTP36e8iG2pHR"]]}
');
INSERT INTO hexwidget.texts VALUES (2, 'game', '{"format": "hexwidget.table/1", "number": 2, "resigned": null, "opened": false, "reviewed": []}
');
INSERT INTO hexwidget.texts VALUES (4, 'listed', '{"title": "Three marches", "stage": "Game turn 1: Green to act, 1 order left", "who": "Red is not here. Blue is not here. Green is not here.", "error": "", "players": ["red", "blue", "green"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (10, 'game', '{"format": "hexwidget.table/1", "number": 1, "resigned": "blue", "opened": true, "reviewed": []}
');
INSERT INTO hexwidget.texts VALUES (5, 'listed', '{"title": "Combat", "stage": "Round 4: Combat, players assign damage; life: red 20, blue 20", "who": "Red is not here. The computer plays blue (greedy).", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {"blue": "greedy"}}');
INSERT INTO hexwidget.texts VALUES (10, 'listed', '{"title": "Resigned", "stage": "Blue has resigned. Red wins.", "who": "Red is not here. Blue is not here.", "error": "", "players": ["red", "blue"], "number": 1, "opponents": {}}');
INSERT INTO hexwidget.texts VALUES (1, 'table', '{"format": "hexwidget.table/1", "places": [["red", "7f6f02ae61411e4a523908ab86fb0559ade6459ce055268d63d190c81fc7d026"], ["blue", "a1b17f0213bf47eb3ca833450395c64d49e8bb86a45f824bed2d787b9e41cef0"], ["", "3dcdce7fd1906637fede6770f20f771ebf03ede8c6e8e628a28a3bcc79855811"], [null, "b46041c0a96ededc0740d65bb99072b25ef7594f4eef2fa6ca8bdeedd791d85d"]]}
');
INSERT INTO hexwidget.version VALUES (2);
SELECT pg_catalog.setval('hexwidget.classes_id_seq', 1, true);
SELECT pg_catalog.setval('hexwidget.tables_id_seq', 10, true);
ALTER TABLE ONLY hexwidget.classes
    ADD CONSTRAINT classes_name_key UNIQUE (name);
ALTER TABLE ONLY hexwidget.classes
    ADD CONSTRAINT classes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY hexwidget.doors
    ADD CONSTRAINT doors_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY hexwidget.learner_lines
    ADD CONSTRAINT learner_lines_pkey PRIMARY KEY (of, learner, number);
ALTER TABLE ONLY hexwidget.learners
    ADD CONSTRAINT learners_pkey PRIMARY KEY (of, id);
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
ALTER TABLE ONLY hexwidget.learner_lines
    ADD CONSTRAINT learner_lines_of_learner_fkey FOREIGN KEY (of, learner) REFERENCES hexwidget.learners(of, id) ON DELETE CASCADE;
ALTER TABLE ONLY hexwidget.learners
    ADD CONSTRAINT learners_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.classes(id) ON DELETE CASCADE;
ALTER TABLE ONLY hexwidget.steps
    ADD CONSTRAINT steps_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY hexwidget.texts
    ADD CONSTRAINT texts_of_fkey FOREIGN KEY (of) REFERENCES hexwidget.tables(id) ON DELETE CASCADE;
