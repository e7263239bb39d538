INSERT INTO hexwidget.holds (key, term) SELECT 'tables/' || name, term FROM earlier.tables ORDER BY id;
INSERT INTO hexwidget.texts (key, content)
    SELECT 'tables/' || t.name || '.' || x.kind || '.json', x.content
    FROM earlier.texts x JOIN earlier.tables t ON t.id = x.of WHERE x.kind <> 'listed' AND x.kind NOT LIKE 'checked-%';
INSERT INTO hexwidget.lines (key, number, line)
    SELECT 'tables/' || CASE WHEN t.closed IS NULL THEN '' ELSE 'closed/' END || t.name
        || CASE WHEN s.game = 1 THEN '' ELSE '.' || s.game END || '.jsonl', s.number, s.line
    FROM earlier.steps s JOIN earlier.tables t ON t.id = s.of;
INSERT INTO hexwidget.texts (key, content)
    SELECT 'tables/owner' || each.ending, json_build_object('format', 'hexwidget.tables/1', 'owner', each.text)::text || E'\n'
    FROM earlier.settings s CROSS JOIN LATERAL (VALUES
        ('.json', s.content::json ->> 'owner'), ('.link.json', s.content::json ->> 'token')) AS each (ending, text)
    WHERE s.kind = 'owner' AND each.text IS NOT NULL;
