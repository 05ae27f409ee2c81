-- An anomaly of tpcc-payment that is expected at read-committed.
-- T0 = payment(w=1, d=0, c=0, h=0, amount=1) at RC
-- T1 = payment(w=1, d=0, c=0, h=1, amount=2) at RC
-- T0.readWarehouse has to come before T1.payWarehouse: RW
-- T1.readWarehouse has to come before T0.payWarehouse: RW
--
-- Open 2 terminals: in each, psql of a database for tests.
-- Paste each statement, step by step, into the terminal that is named, and compare what is seen.
-- Where a statement waits, go on with the next step in the other terminal. If a statement is refused,
-- or a read shows anything else, then the database does not do it this time.

-- Before, terminal 1:
CREATE TABLE "moirai_WAREHOUSE" ("w_id" INTEGER NOT NULL, "w_ytd" INTEGER NOT NULL, PRIMARY KEY ("w_id"));
CREATE TABLE "moirai_DISTRICT" ("d_w_id" INTEGER NOT NULL, "d_id" INTEGER NOT NULL, "d_ytd" INTEGER NOT NULL, PRIMARY KEY ("d_w_id", "d_id"));
CREATE TABLE "moirai_CUSTOMER" ("c_w_id" INTEGER NOT NULL, "c_d_id" INTEGER NOT NULL, "c_id" INTEGER NOT NULL, "c_balance" INTEGER NOT NULL, "c_payment_cnt" INTEGER NOT NULL, PRIMARY KEY ("c_w_id", "c_d_id", "c_id"));
CREATE TABLE "moirai_HISTORY" ("h_id" INTEGER NOT NULL, "h_amount" INTEGER NOT NULL, PRIMARY KEY ("h_id"));
INSERT INTO "moirai_WAREHOUSE" ("w_id", "w_ytd") VALUES (1, 0);

-- Step 1, terminal 2 (T1):
BEGIN ISOLATION LEVEL READ COMMITTED;

-- Step 2, terminal 2 (T1, payment.readWarehouse):
SELECT "w_ytd" FROM "moirai_WAREHOUSE" WHERE "w_id" = 1 ORDER BY "w_id";
--   seen: 0

-- Step 3, terminal 1 (T0):
BEGIN ISOLATION LEVEL READ COMMITTED;

-- Step 4, terminal 1 (T0, payment.readWarehouse):
SELECT "w_ytd" FROM "moirai_WAREHOUSE" WHERE "w_id" = 1 ORDER BY "w_id";
--   seen: 0

-- Step 5, terminal 2 (T1, payment.payWarehouse):
UPDATE "moirai_WAREHOUSE" SET "w_ytd" = 2 WHERE "w_id" = 1;

-- Step 6, terminal 2 (T1, payment.readDistrict):
SELECT "d_ytd" FROM "moirai_DISTRICT" WHERE "d_w_id" = 1 AND "d_id" = 0 ORDER BY "d_w_id", "d_id";
--   seen: no row

-- Step 7, terminal 2 (T1, payment.payDistrict):
UPDATE "moirai_DISTRICT" SET "d_ytd" = 2 WHERE "d_w_id" = 1 AND "d_id" = 0;

-- Step 8, terminal 2 (T1, payment.readCustomer):
SELECT "c_balance", "c_payment_cnt" FROM "moirai_CUSTOMER" WHERE "c_w_id" = 1 AND "c_d_id" = 0 AND "c_id" = 0 ORDER BY "c_w_id", "c_d_id", "c_id";
--   seen: no row

-- Step 9, terminal 2 (T1, payment.payCustomer):
UPDATE "moirai_CUSTOMER" SET "c_balance" = (-2), "c_payment_cnt" = 1 WHERE "c_w_id" = 1 AND "c_d_id" = 0 AND "c_id" = 0;

-- Step 10, terminal 2 (T1, payment.record):
INSERT INTO "moirai_HISTORY" ("h_id", "h_amount") VALUES (1, 2);

-- Step 11, terminal 2 (T1):
COMMIT;

-- Step 12, terminal 1 (T0, payment.payWarehouse):
UPDATE "moirai_WAREHOUSE" SET "w_ytd" = 1 WHERE "w_id" = 1;

-- Step 13, terminal 1 (T0, payment.readDistrict):
SELECT "d_ytd" FROM "moirai_DISTRICT" WHERE "d_w_id" = 1 AND "d_id" = 0 ORDER BY "d_w_id", "d_id";
--   seen: no row

-- Step 14, terminal 1 (T0, payment.payDistrict):
UPDATE "moirai_DISTRICT" SET "d_ytd" = 1 WHERE "d_w_id" = 1 AND "d_id" = 0;

-- Step 15, terminal 1 (T0, payment.readCustomer):
SELECT "c_balance", "c_payment_cnt" FROM "moirai_CUSTOMER" WHERE "c_w_id" = 1 AND "c_d_id" = 0 AND "c_id" = 0 ORDER BY "c_w_id", "c_d_id", "c_id";
--   seen: no row

-- Step 16, terminal 1 (T0, payment.payCustomer):
UPDATE "moirai_CUSTOMER" SET "c_balance" = (-1), "c_payment_cnt" = 1 WHERE "c_w_id" = 1 AND "c_d_id" = 0 AND "c_id" = 0;

-- Step 17, terminal 1 (T0, payment.record):
INSERT INTO "moirai_HISTORY" ("h_id", "h_amount") VALUES (0, 1);

-- Step 18, terminal 1 (T0):
COMMIT;

-- At last, terminal 1:
SELECT "w_id", "w_ytd" FROM "moirai_WAREHOUSE" ORDER BY "w_id";
--   seen: 1, 1

-- At last, terminal 1:
SELECT "d_w_id", "d_id", "d_ytd" FROM "moirai_DISTRICT" ORDER BY "d_w_id", "d_id";
--   seen: no row

-- At last, terminal 1:
SELECT "c_w_id", "c_d_id", "c_id", "c_balance", "c_payment_cnt" FROM "moirai_CUSTOMER" ORDER BY "c_w_id", "c_d_id", "c_id";
--   seen: no row

-- At last, terminal 1:
SELECT "h_id", "h_amount" FROM "moirai_HISTORY" ORDER BY "h_id";
--   seen: 0, 1; 1, 2

-- If all of this is seen and all commits are accepted, the anomaly has happened.
-- No serial order of the calls leaves these rows.

-- After, terminal 1:
DROP TABLE "moirai_WAREHOUSE";
DROP TABLE "moirai_DISTRICT";
DROP TABLE "moirai_CUSTOMER";
DROP TABLE "moirai_HISTORY";
