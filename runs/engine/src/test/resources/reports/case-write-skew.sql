-- G2-item: what serializable must not show.
-- Found on PostgreSQL 18.6 at repeatable-read.
--
-- Open 2 terminals: in each, psql of a database for tests.
-- Paste each statement, step by step, into the terminal that is named, and compare what is seen.
-- Where a statement waits, go on with the next step in the other terminal. If a statement is refused,
-- or a read shows anything else, then the database does not do it this time.

-- Before, terminal 1:
CREATE TABLE moirai_case_61e73fab (id bigint PRIMARY KEY, val varchar(1000) NOT NULL);
INSERT INTO moirai_case_61e73fab (id, val) VALUES (1, '');
INSERT INTO moirai_case_61e73fab (id, val) VALUES (2, '');

-- Step 1, terminal 1 (T0):
BEGIN ISOLATION LEVEL REPEATABLE READ;

-- Step 2, terminal 2 (T1):
BEGIN ISOLATION LEVEL REPEATABLE READ;

-- Step 3, terminal 1 (T0):
SELECT val FROM moirai_case_61e73fab WHERE id = 1;
--   seen: nothing, an empty text

-- Step 4, terminal 2 (T1):
SELECT val FROM moirai_case_61e73fab WHERE id = 2;
--   seen: nothing, an empty text

-- Step 5, terminal 2 (T1):
UPDATE moirai_case_61e73fab SET val = CONCAT(val, ' 8') WHERE id = 1;

-- Step 6, terminal 1 (T0):
UPDATE moirai_case_61e73fab SET val = CONCAT(val, ' 7') WHERE id = 2;

-- Step 7, terminal 2 (T1):
COMMIT;

-- Step 8, terminal 1 (T0):
COMMIT;

-- All of this was seen and all commits were accepted: no execution
-- of serializable explains it. The proof is in case.txt.

-- After, terminal 1:
DROP TABLE moirai_case_61e73fab;
