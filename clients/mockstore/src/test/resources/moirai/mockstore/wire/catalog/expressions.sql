CREATE TABLE t (id int PRIMARY KEY, c char(5), n int, age int, j jsonb, z timestamptz[], i interval day, tags text[]);
INSERT INTO t VALUES (1, 'abc', 5, 7, '{"0": "zero"}', ARRAY['2020-01-01 00:00+02'::timestamptz], '1 day 05:00', '{x,y}'),
    (2, 'x', 6, NULL, '["e0", "e1"]', NULL, NULL, NULL);
-- A padded text is no single character.
SELECT id, c ~ 'abc', to_jsonb(c), array[c] FROM t ORDER BY id;
SELECT jsonb_build_array(id, row(t.*)) FROM t ORDER BY id;
SELECT i, i + i, array[i], to_jsonb(i) FROM t ORDER BY id;
SELECT substring(c FROM 'b.'), regexp_replace(c, 'b', 'c') FROM t ORDER BY id;
SELECT to_char(id, '99'), to_number('5', '9') FROM t ORDER BY id;
-- A column may have the name of a function that tells of the time.
SELECT jsonb_build_object('age', age) FROM t ORDER BY id;
UPDATE t SET j = jsonb_build_object('age', age) WHERE id = 1 RETURNING j;
-- Constants are those of the session's zone.
SET timezone = 'America/New_York';
SELECT (array['2020-01-01 00:00'::timestamptz])[1], tstzrange('2020-01-01', '2020-06-01');
SELECT z FROM t ORDER BY id;
SET timezone = 'UTC';
SET intervalstyle = iso_8601;
SELECT i, array[i] FROM t ORDER BY id;
RESET intervalstyle;
-- Types of parameters decide between operators.
PREPARE p(int) AS SELECT id, j -> $1 FROM t ORDER BY id;
EXECUTE p(0);
-- Definitions change what is computed.
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TABLE m (id int PRIMARY KEY, m mood);
INSERT INTO m VALUES (1, 'sad'), (3, 'happy');
SELECT id, m > 'ok', enum_range(m) FROM m ORDER BY id;
ALTER TYPE mood ADD VALUE 'angry' BEFORE 'happy';
SELECT id, m > 'angry', enum_range(m) FROM m ORDER BY id;
-- Values keep their types.
VALUES ('1'::jsonb), ('{bad');
VALUES (array[10]), (array[9]) ORDER BY 1;
SELECT count(*) FROM (VALUES ('1'::jsonb)) v(x) WHERE x = '1.0';
SELECT DISTINCT x FROM (VALUES ('1'::jsonb), ('1.0')) v(x);
SELECT max(x) FROM (VALUES (array[10]), (array[9])) v(x);
SELECT (SELECT t.tags) FROM t WHERE id = 1;
SELECT id FROM t WHERE 'a' = ANY ((SELECT t.tags));
-- What cannot be evaluated, and is not.
SELECT id FROM t WHERE false AND j @> to_jsonb(1 / 0);
SELECT id FROM t WHERE n = 77 AND j @> to_jsonb(1 / 0);
SELECT lower('ÀÉ'), upper('ñ'), initcap('élan vital'), 'É' ILIKE 'é';
SELECT 6.442450941e18::float8, 1.4e-45::real, 'a' = ANY ('');
SELECT j -> 'age', tags[2], id FROM t WHERE j ? 'age' FOR UPDATE;
