CREATE SCHEMA hexwidget;
CREATE TABLE hexwidget.version (version int NOT NULL);
CREATE TABLE hexwidget.holds (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text COLLATE "C" NOT NULL UNIQUE, term bigint NOT NULL DEFAULT 0
);
CREATE SEQUENCE hexwidget.versions;
CREATE TABLE hexwidget.texts (
    key text COLLATE "C" PRIMARY KEY, content text NOT NULL, version bigint NOT NULL DEFAULT nextval('hexwidget.versions')
);
CREATE TABLE hexwidget.lines (
    key text COLLATE "C" NOT NULL, number int NOT NULL, line text NOT NULL, PRIMARY KEY (key, number)
);
CREATE UNLOGGED TABLE hexwidget.workers (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    backend int NOT NULL, node text NOT NULL, address text NOT NULL,
    beat timestamptz NOT NULL DEFAULT clock_timestamp(), viewers int NOT NULL DEFAULT 0
);
