// Checks of Postgres.js: tagged templates, transactions, cursors, COPY.
'use strict';

const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');
const postgres = require('postgres');
const { assert, url, refused, run } = require('./checks.js');

const told = [];
const sql = postgres(url, { max: 4, onnotice: (notice) => told.push(notice.message) });

async function tables() {
  await sql`CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0)`;
  await sql`CREATE TABLE item (id bigserial PRIMARY KEY, name varchar(40), n int, price numeric(10,2), at timestamptz,
    day date, flag boolean, code uuid, raw bytea, ratio float8)`;
  await sql`INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)`;
}

const checks = {
  query_with_parameters: async () => {
    const found = await sql`SELECT id, owner FROM account WHERE id >= ${2} ORDER BY id`;
    assert.deepEqual(
      [...found],
      [
        { id: 2, owner: 'b' },
        { id: 3, owner: 'c' },
      ],
    );
    assert.deepEqual([found.count, found.command, found.columns[0].name], [2, 'SELECT', 'id']);
  },

  types_there_and_back: async () => {
    const at = new Date('2024-02-29T12:00:00Z');
    const [row] = await sql`INSERT INTO item (name, n, price, at, day, flag, code, raw, ratio)
      VALUES (${'ä'}, ${7}, ${'12.50'}, ${at}, ${'2024-02-29'}, ${true}, ${'7a1c1c8e-0d5e-4a83-9a5b-0c9b1a2f3d4e'},
        ${Buffer.from([0, 1, 255])}, ${0.25}) RETURNING name, n, price, at, day::text, flag, code, raw, ratio`;
    assert.deepEqual(Object.values(row), [
      'ä',
      7,
      '12.50',
      at,
      '2024-02-29',
      true,
      '7a1c1c8e-0d5e-4a83-9a5b-0c9b1a2f3d4e',
      Buffer.from([0, 1, 255]),
      0.25,
    ]);
  },

  null_values: async () => {
    const [row] = await sql`INSERT INTO item (name, at) VALUES (${null}, ${null}) RETURNING name, at`;
    assert.deepEqual({ ...row }, { name: null, at: null });
  },

  insert_of_objects: async () => {
    const rows = [
      { name: 'x', n: 1 },
      { name: 'y', n: 2 },
    ];
    const found = await sql`INSERT INTO item ${sql(rows, 'name', 'n')} RETURNING name`;
    assert.deepEqual([...found], [{ name: 'x' }, { name: 'y' }]);
  },

  update_of_an_object: async () => {
    const [row] =
      await sql`UPDATE account SET ${sql({ owner: 'B', balance: 21 }, 'owner', 'balance')} WHERE id = 2 RETURNING *`;
    assert.deepEqual({ ...row }, { id: 2, owner: 'B', balance: 21 });
    await sql`UPDATE account SET owner = 'b' WHERE id = 2`;
  },

  update_from_values: async () => {
    const found = await sql`UPDATE account SET balance = (v.balance)::int FROM (VALUES ${sql([
      [1, 11],
      [2, 22],
    ])}) AS v (id, balance)
      WHERE account.id = (v.id)::int RETURNING account.id, account.balance`;
    assert.deepEqual(found.map((r) => r.balance).sort(), [11, 22]);
  },

  list_in_in_and_any: async () => {
    assert.equal((await sql`SELECT id FROM account WHERE id IN ${sql([1, 3])}`).length, 2);
    assert.equal((await sql`SELECT id FROM account WHERE id = ANY(${[1, 3]})`).length, 2);
  },

  fragments_and_identifiers: async () => {
    const condition = (id) => sql`AND id > ${id}`;
    const found = await sql`SELECT ${sql(['id', 'owner'])} FROM ${sql('account')} WHERE true ${condition(2)}`;
    assert.deepEqual([...found], [{ id: 3, owner: 'c' }]);
  },

  values_and_raw_rows: async () => {
    assert.deepEqual([...(await sql`SELECT id, owner FROM account ORDER BY id LIMIT 1`.values())], [[1, 'a']]);
    assert.equal((await sql`SELECT id FROM account ORDER BY id LIMIT 1`.raw())[0][0].toString(), '1');
  },

  transaction: async () => {
    await sql.begin(async (t) => {
      await t`UPDATE account SET balance = 100 WHERE id = 1`;
    });
    await assert.rejects(
      sql.begin(async (t) => {
        await t`UPDATE account SET balance = 0 WHERE id = 1`;
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal((await sql`SELECT balance FROM account WHERE id = 1`)[0].balance, 100);
  },

  transaction_with_level: async () => {
    const [row] = await sql.begin('ISOLATION LEVEL SERIALIZABLE READ WRITE', (t) => t`SHOW transaction_isolation`);
    assert.equal(row.transaction_isolation, 'serializable');
  },

  savepoint: async () => {
    await sql.begin(async (t) => {
      await t
        .savepoint((s) => s`INSERT INTO account VALUES (1, 'again', 0)`)
        .catch((e) => assert.equal(e.code, '23505'));
      await t`INSERT INTO account VALUES (40, 'after', 0)`;
    });
    assert.equal((await sql`DELETE FROM account WHERE id = 40`).count, 1);
  },

  pipelined_statements: async () => {
    const found = await sql.begin((t) => [
      t`SELECT 1 AS n`,
      t`SELECT 2 AS n`,
      t`SELECT count(*)::int AS n FROM account`,
    ]);
    assert.deepEqual(
      found.map((r) => r[0].n),
      [1, 2, 3],
    );
  },

  many_at_once: async () => {
    const found = await Promise.all([...Array(30).keys()].map((n) => sql`SELECT ${n}::int AS n`));
    assert.deepEqual(
      found.map((r) => r[0].n),
      [...Array(30).keys()],
    );
  },

  cursor: async () => {
    const sizes = [];
    await sql`SELECT n FROM generate_series(1, 25) AS s(n)`.cursor(10, (rows) => {
      sizes.push(rows.length);
    });
    assert.deepEqual(sizes, [10, 10, 5]);
  },

  cursor_as_iterator: async () => {
    const seen = [];
    for await (const [row] of sql`SELECT id FROM account ORDER BY id`.cursor()) {
      seen.push(row.id);
      if (seen.length === 2) break;
    }
    assert.deepEqual(seen, [1, 2]);
  },

  each_row: async () => {
    let sum = 0;
    await sql`SELECT id FROM account`.forEach((row) => {
      sum += row.id;
    });
    assert.equal(sum, 6);
  },

  copy_in: async () => {
    const into = await sql`COPY item (name, n) FROM STDIN`.writable();
    await pipeline(Readable.from(['copied\t501\n', 'other\t502\n']), into);
    assert.equal((await sql`SELECT count(*)::int AS n FROM item WHERE n IN (501, 502)`)[0].n, 2);
  },

  copy_out: async () => {
    const parts = [];
    for await (const part of await sql`COPY (SELECT id, owner FROM account ORDER BY id) TO STDOUT`.readable())
      parts.push(part);
    assert.equal(Buffer.concat(parts).toString(), '1\ta\n2\tb\n3\tc\n');
  },

  description_of_a_statement: async () => {
    const { string, types, columns } = await sql`SELECT id FROM account WHERE owner = ${'a'}`.describe();
    assert.deepEqual(
      [string, types, columns.map((c) => c.type)],
      ['SELECT id FROM account WHERE owner = $1', [25], [23]],
    );
  },

  simple_statements_together: async () => {
    const found = await sql`SELECT 1 AS n; SELECT 2 AS n`.simple();
    assert.deepEqual(
      found.map((r) => r[0].n),
      [1, 2],
    );
  },

  unsafe_statement: async () => {
    assert.deepEqual([...(await sql.unsafe('SELECT owner FROM account WHERE id = $1', [3]))], [{ owner: 'c' }]);
  },

  errors_have_their_fields: async () => {
    const e = await refused('23505', () => sql`INSERT INTO account VALUES (1, 'again', 0)`);
    assert.deepEqual([e.constraint_name, e.table_name], ['account_pkey', 'account']);
    await refused('42703', () => sql`SELECT nothing FROM account`);
  },

  arrays: async () => {
    assert.deepEqual(
      (await sql`SELECT ${sql.array([1, 2])}::int[] AS n, ${sql.array(['a', 'b c'])}::text[] AS t`)[0],
      { n: [1, 2], t: ['a', 'b c'] },
    );
  },

  json: async () => {
    await sql`CREATE TABLE paper (doc jsonb)`;
    const [row] = await sql`INSERT INTO paper VALUES (${sql.json({ a: [1] })}) RETURNING doc`;
    assert.deepEqual(row.doc, { a: [1] });
  },

  notices: async () => {
    await sql`DROP TABLE IF EXISTS never_there`;
    assert.match(told.join(), /never_there/);
  },

  reserved_connection: async () => {
    const one = await sql.reserve();
    await one`CREATE TEMPORARY TABLE mine (n int)`;
    await one`INSERT INTO mine VALUES (1)`;
    assert.equal((await one`SELECT n FROM mine`)[0].n, 1);
    one.release();
  },

  names_in_camel_case: async () => {
    const camel = postgres(url, { max: 1, transform: postgres.camel });
    assert.deepEqual({ ...(await camel`SELECT 1 AS first_name`)[0] }, { firstName: 1 });
    await camel.end();
  },

  no_prepared_statements: async () => {
    const plain = postgres(url, { max: 1, prepare: false, fetch_types: false });
    assert.equal((await plain`SELECT owner FROM account WHERE id = ${2}`)[0].owner, 'b');
    await plain.end();
  },
};

run(tables, checks);
