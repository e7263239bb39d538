CREATE TEMPORARY TABLE moving ON COMMIT DROP AS
    SELECT id, 'classes/' || replace(replace(name, '%', '%25'), '/', '%2F') AS key FROM earlier.classes;
INSERT INTO hexwidget.holds (key, term) SELECT m.key, c.term FROM earlier.classes c JOIN moving m USING (id) ORDER BY id;
INSERT INTO hexwidget.texts (key, content)
    SELECT m.key || '/' || each.name, each.text FROM earlier.classes c JOIN moving m USING (id) CROSS JOIN LATERAL (VALUES
        ('class.json', c.about), ('course.json', c.course), ('links.json', c.links)) AS each (name, text)
    WHERE each.text IS NOT NULL;
INSERT INTO hexwidget.texts (key, content)
    SELECT m.key || '/learners/' || l.id || '/' || each.name, each.text
    FROM earlier.learners l JOIN moving m ON m.id = l.of CROSS JOIN LATERAL (VALUES
        ('learner.json', l.about), ('progress.json', l.progress)) AS each (name, text)
    WHERE each.text IS NOT NULL;
INSERT INTO hexwidget.lines (key, number, line)
    SELECT m.key || '/learners/' || l.learner || '/log.jsonl',
        row_number() OVER (PARTITION BY l.of, l.learner ORDER BY l.number) - 1, l.line || E'\n'
    FROM earlier.learner_lines l JOIN moving m ON m.id = l.of;
