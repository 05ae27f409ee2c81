// Checks of node-postgres: queries, prepared statements, pools, cursors.
'use strict';

const { Client, Pool, types } = require('pg');
const Cursor = require('pg-cursor');
const { assert, place, url, refused, run } = require('./checks.js');

async function connected(use, options = {}) {
  const client = new Client({ ...place, ...options });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function tables() {
  await connected(async (c) => {
    await c.query('CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0)');
    await c.query(`CREATE TABLE item (id bigserial PRIMARY KEY, name varchar(40), n int, price numeric(10,2),
      at timestamptz, day date, flag boolean, code uuid, raw bytea, ratio float8)`);
    await c.query("INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)");
  });
}

const checks = {
  query_with_parameters: () =>
    connected(async (c) => {
      const found = await c.query('SELECT id, owner FROM account WHERE id >= $1 ORDER BY id', [2]);
      assert.deepEqual(found.rows, [
        { id: 2, owner: 'b' },
        { id: 3, owner: 'c' },
      ]);
      assert.equal(found.rowCount, 2);
      assert.equal(found.command, 'SELECT');
      assert.deepEqual(
        found.fields.map((f) => [f.name, f.dataTypeID]),
        [
          ['id', 23],
          ['owner', 25],
        ],
      );
    }),

  types_there_and_back: () =>
    connected(async (c) => {
      const values = [
        'ä',
        7,
        '12.50',
        new Date('2024-02-29T12:00:00Z'),
        '2024-02-29',
        true,
        '7a1c1c8e-0d5e-4a83-9a5b-0c9b1a2f3d4e',
        Buffer.from([0, 1, 255]),
        0.25,
      ];
      const {
        rows: [row],
      } = await c.query(
        `INSERT INTO item (name, n, price, at, day, flag, code, raw, ratio)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      RETURNING name, n, price, at, day::text, flag, code, raw, ratio`,
        values,
      );
      assert.deepEqual(Object.values(row), values);
    }),

  null_values: () =>
    connected(async (c) => {
      const { rows } = await c.query('INSERT INTO item (name, at) VALUES ($1, $2) RETURNING name, at', [
        null,
        undefined,
      ]);
      assert.deepEqual(rows, [{ name: null, at: null }]);
    }),

  prepared_statement: () =>
    connected(async (c) => {
      const query = { name: 'owner-of', text: 'SELECT owner FROM account WHERE id = $1' };
      for (const [id, owner] of [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]) {
        assert.equal((await c.query({ ...query, values: [id] })).rows[0].owner, owner);
      }
    }),

  rows_as_arrays: () =>
    connected(async (c) => {
      const found = await c.query({ text: 'SELECT id, owner FROM account ORDER BY id', rowMode: 'array' });
      assert.deepEqual(found.rows, [
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]);
    }),

  several_statements_at_once: () =>
    connected(async (c) => {
      const found = await c.query("SELECT 1 AS n; SELECT 'x' AS t; UPDATE account SET balance = balance");
      assert.deepEqual(
        found.map((r) => r.rowCount),
        [1, 1, 3],
      );
    }),

  transaction_rolled_back: () =>
    connected(async (c) => {
      await c.query('BEGIN');
      await c.query("INSERT INTO account VALUES (50, 'x', 0)");
      await c.query('ROLLBACK');
      assert.equal((await c.query('SELECT count(*) AS n FROM account WHERE id = 50')).rows[0].n, '0');
    }),

  error_has_its_fields: () =>
    connected(async (c) => {
      const e = await refused('23505', () => c.query("INSERT INTO account VALUES ($1, 'again', 0)", [1]));
      assert.deepEqual([e.constraint, e.table, e.severity], ['account_pkey', 'account', 'ERROR']);
      assert.match(e.detail, /Key \(id\)=\(1\) already exists/);
    }),

  failed_transaction_waits_for_its_end: () =>
    connected(async (c) => {
      await c.query('BEGIN');
      await refused('42P01', () => c.query('SELECT * FROM never_there'));
      await refused('25P02', () => c.query('SELECT 1'));
      await c.query('ROLLBACK');
      assert.equal((await c.query('SELECT 1 AS n')).rows[0].n, 1);
    }),

  savepoints: () =>
    connected(async (c) => {
      await c.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
      await c.query('SAVEPOINT s');
      await refused('23505', () => c.query("INSERT INTO account VALUES (1, 'again', 0)"));
      await c.query('ROLLBACK TO SAVEPOINT s');
      await c.query('RELEASE SAVEPOINT s');
      await c.query('COMMIT');
    }),

  upsert: () =>
    connected(async (c) => {
      const { rows } = await c.query(
        `INSERT INTO account AS a VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET balance = a.balance + EXCLUDED.balance RETURNING balance`,
        [3, 'c', 5],
      );
      assert.equal(rows[0].balance, 35);
    }),

  list_in_any: () =>
    connected(async (c) => {
      const { rows } = await c.query('SELECT id FROM account WHERE id = ANY($1) ORDER BY id', [[1, 3]]);
      assert.deepEqual(rows, [{ id: 1 }, { id: 3 }]);
      const { rows: texts } = await c.query('SELECT id FROM account WHERE owner = ANY($1::text[])', [['b']]);
      assert.deepEqual(texts, [{ id: 2 }]);
    }),

  arrays_as_values: () =>
    connected(async (c) => {
      const { rows } = await c.query('SELECT $1::int[] AS numbers, $2::text[] AS texts', [
        [1, 2],
        ['a', 'b "q"'],
      ]);
      assert.deepEqual(rows, [{ numbers: [1, 2], texts: ['a', 'b "q"'] }]);
    }),

  unnest_of_arrays: () =>
    connected(async (c) => {
      await c.query('INSERT INTO item (name, n) SELECT * FROM unnest($1::text[], $2::int[])', [
        ['u', 'u'],
        [8, 9],
      ]);
      assert.equal((await c.query("SELECT sum(n) AS s FROM item WHERE name = 'u'")).rows[0].s, '17');
    }),

  json_values: () =>
    connected(async (c) => {
      await c.query('CREATE TABLE paper (id serial PRIMARY KEY, doc jsonb)');
      const { rows } = await c.query("INSERT INTO paper (doc) VALUES ($1) RETURNING doc, doc->>'a' AS a", [
        { a: [1] },
      ]);
      assert.deepEqual(rows, [{ doc: { a: [1] }, a: '[1]' }]);
    }),

  json_made_of_rows: () =>
    connected(async (c) => {
      const { rows } = await c.query(`SELECT json_agg(json_build_object('id', id, 'owner', owner) ORDER BY id) AS all
      FROM account WHERE id < 3`);
      assert.deepEqual(rows[0].all, [
        { id: 1, owner: 'a' },
        { id: 2, owner: 'b' },
      ]);
    }),

  own_parser_of_a_type: () =>
    connected(
      async (c) => {
        assert.strictEqual((await c.query('SELECT count(*) AS n FROM account')).rows[0].n, 3);
      },
      { types: { getTypeParser: (oid, format) => (oid === 20 ? Number : types.getTypeParser(oid, format)) } },
    ),

  pool_of_connections: async () => {
    const pool = new Pool({ connectionString: url, max: 4 });
    const all = await Promise.all([...Array(20).keys()].map((n) => pool.query('SELECT $1::int AS n', [n])));
    assert.deepEqual(
      all.map((r) => r.rows[0].n),
      [...Array(20).keys()],
    );
    const client = await pool.connect();
    client.release();
    await pool.end();
  },

  two_connections_in_turn: () =>
    connected((one) =>
      connected(async (two) => {
        await one.query('UPDATE account SET balance = 77 WHERE id = 2');
        assert.equal((await two.query('SELECT balance FROM account WHERE id = 2')).rows[0].balance, 77);
      }),
    ),

  cursor_read_in_parts: () =>
    connected(async (c) => {
      const cursor = c.query(new Cursor('SELECT n FROM generate_series(1, $1) AS s(n)', [25]));
      const sizes = [];
      for (let rows; (rows = await cursor.read(10)).length > 0;) sizes.push(rows.length);
      assert.deepEqual(sizes, [10, 10, 5]);
      await cursor.close();
    }),

  cursor_closed_early: () =>
    connected(async (c) => {
      const cursor = c.query(new Cursor('SELECT id FROM account ORDER BY id'));
      assert.deepEqual(await cursor.read(1), [{ id: 1 }]);
      await cursor.close();
      assert.equal((await c.query('SELECT 2 AS n')).rows[0].n, 2);
    }),

  declared_cursor: () =>
    connected(async (c) => {
      await c.query('BEGIN');
      await c.query('DECLARE walk CURSOR FOR SELECT id FROM account ORDER BY id');
      assert.deepEqual((await c.query('FETCH 2 FROM walk')).rows, [{ id: 1 }, { id: 2 }]);
      await c.query('CLOSE walk');
      await c.query('COMMIT');
    }),

  notices: () =>
    connected(async (c) => {
      const told = [];
      c.on('notice', (notice) => told.push(notice.message));
      await c.query('DROP TABLE IF EXISTS never_there');
      assert.match(told.join(), /never_there/);
    }),

  listen_and_notify: () =>
    connected((one) =>
      connected(async (two) => {
        const heard = new Promise((resolve) => one.on('notification', (n) => resolve([n.channel, n.payload])));
        await one.query('LISTEN news');
        await two.query("NOTIFY news, 'first'");
        assert.deepEqual(await heard, ['news', 'first']);
      }),
    ),

  advisory_lock: () =>
    connected((one) =>
      connected(async (two) => {
        await one.query('SELECT pg_advisory_lock(42)');
        assert.equal((await two.query('SELECT pg_try_advisory_lock(42) AS got')).rows[0].got, false);
        assert.equal((await one.query('SELECT pg_advisory_unlock(42) AS done')).rows[0].done, true);
      }),
    ),

  settings_at_the_start: () =>
    connected(
      async (c) => {
        const { rows } = await c.query(
          "SELECT current_setting('statement_timeout') AS t, current_setting('application_name') AS a",
        );
        assert.deepEqual(rows, [{ t: '5s', a: 'shop' }]);
      },
      { statement_timeout: 5000, application_name: 'shop' },
    ),

  statement_that_takes_too_long: () =>
    connected(
      async (c) => {
        await refused('57014', () => c.query('SELECT pg_sleep(5)'));
      },
      { statement_timeout: 200 },
    ),

  definitions_and_catalogs: () =>
    connected(async (c) => {
      await c.query(
        'CREATE TABLE part (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id int REFERENCES account)',
      );
      await c.query('CREATE INDEX part_account ON part (account_id)');
      const { rows } = await c.query(
        `SELECT column_name, is_identity FROM information_schema.columns
      WHERE table_name = $1 ORDER BY ordinal_position`,
        ['part'],
      );
      assert.deepEqual(rows, [
        { column_name: 'id', is_identity: 'YES' },
        { column_name: 'account_id', is_identity: 'NO' },
      ]);
      await c.query('DROP TABLE part');
    }),
};

run(tables, checks);
