// Checks of Knex: its builders of schemas and queries, transactions, migrations and seeds.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const knexOf = require('knex');
const { assert, place, refused, run } = require('./checks.js');

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'knex-checks-'));
const knex = knexOf({
  client: 'pg',
  connection: place,
  pool: { min: 0, max: 4 },
  migrations: { directory: path.join(home, 'migrations') },
  seeds: { directory: path.join(home, 'seeds') },
});

async function tables() {
  await knex.schema.createTable('author', (t) => {
    t.increments('id');
    t.string('name', 80).notNullable().unique();
    t.date('born');
    t.timestamps(true, true);
  });
  await knex.schema.createTable('book', (t) => {
    t.bigIncrements('id');
    t.text('title').notNullable().index();
    t.decimal('price', 10, 2).defaultTo(0);
    t.boolean('sold').defaultTo(false);
    t.uuid('code');
    t.integer('author_id').notNullable().references('id').inTable('author').onDelete('CASCADE');
    t.unique(['title', 'author_id']);
    t.check('?? >= 0', ['price']);
  });
}

const checks = {
  insert_with_returning: async () => {
    const [{ id }] = await knex('author').insert({ name: 'Ada' }).returning('id');
    const found = await knex('book').insert(
      [
        { title: 'a', price: 2.5, author_id: id },
        { title: 'b', author_id: id },
      ],
      ['id', 'title'],
    );
    assert.deepEqual(
      found.map((r) => r.title),
      ['a', 'b'],
    );
  },

  batch_insert: async () => {
    const rows = [...Array(60).keys()].map((n) => ({ name: 'n' + n }));
    await knex.batchInsert('author', rows, 25);
    assert.equal((await knex('author').count({ n: '*' }))[0].n, '61');
  },

  select_join_and_group: async () => {
    const found = await knex('author as a')
      .leftJoin('book as b', 'a.id', 'b.author_id')
      .select('a.name')
      .count({ n: 'b.id' })
      .groupBy('a.name')
      .having(knex.raw('count(b.id)'), '>', 0)
      .orderBy('a.name');
    assert.deepEqual(found, [{ name: 'Ada', n: '2' }]);
  },

  conditions: async () => {
    assert.equal((await knex('author').whereILike('name', 'ADA')).length, 1);
    assert.equal((await knex('author').whereIn('name', ['Ada', 'n1']).whereNotNull('created_at')).length, 2);
    assert.equal((await knex('author').whereBetween('id', [1, 10]).andWhereNot({ name: 'Ada' })).length, 9);
    assert.equal((await knex('author').whereExists(knex('book').whereRaw('book.author_id = author.id'))).length, 1);
    assert.equal((await knex('author').where((q) => q.where('name', 'n1').orWhere('name', 'n2'))).length, 2);
  },

  first_pluck_and_paging: async () => {
    assert.equal((await knex('author').where({ name: 'n1' }).first()).name, 'n1');
    assert.deepEqual(await knex('author').orderBy('id').limit(2).offset(1).pluck('name'), ['n0', 'n1']);
    assert.equal(await knex('author').where({ name: 'nobody' }).first(), undefined);
  },

  union_and_subquery: async () => {
    const found = await knex
      .union([knex('author').select('name').where({ name: 'Ada' }), knex('book').select('title')])
      .orderBy('name');
    assert.deepEqual(found.map((r) => r.name).sort(), ['Ada', 'a', 'b']);
    const counted = knex('book').count('*').whereRaw('author_id = author.id').as('n');
    assert.equal((await knex('author').select('name', counted).where({ name: 'Ada' }))[0].n, '2');
  },

  common_table_expressions: async () => {
    const found = await knex
      .with('cheap', knex('book').where('price', '<', 1))
      .select('title')
      .from('cheap');
    assert.deepEqual(found, [{ title: 'b' }]);
    const numbers = await knex
      .withRecursive('t', ['n'], knex.raw('SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5'))
      .sum({ s: 'n' })
      .from('t');
    assert.equal(numbers[0].s, '15');
  },

  window_function: async () => {
    const found = await knex('book').select('title').rowNumber('r', 'title', 'author_id').orderBy('title');
    assert.deepEqual(found, [
      { title: 'a', r: '1' },
      { title: 'b', r: '2' },
    ]);
  },

  update_and_increment: async () => {
    assert.deepEqual(await knex('book').where({ title: 'b' }).update({ price: 4 }, ['price']), [{ price: '4.00' }]);
    await knex('book').where({ title: 'b' }).increment('price', 1.5);
    assert.equal((await knex('book').where({ title: 'b' }).first('price')).price, '5.50');
  },

  update_from_another_table: async () => {
    const changed = await knex('book')
      .updateFrom('author')
      .whereRaw('author.id = book.author_id')
      .where('author.name', 'Ada')
      .update({ sold: true });
    assert.equal(changed, 2);
  },

  upsert: async () => {
    await knex('author').insert({ name: 'Ada', born: '1815-12-10' }).onConflict('name').merge();
    await knex('author').insert({ name: 'Ada', born: null }).onConflict('name').ignore();
    await knex('author').insert({ name: 'Ada' }).onConflict('name').merge({ born: '1815-12-11' });
    const { rows } = await knex.raw('SELECT born::text FROM author WHERE name = ?', ['Ada']);
    assert.equal(rows[0].born, '1815-12-11');
  },

  transaction_commits_and_rolls_back: async () => {
    await knex.transaction(async (t) => {
      await t('author').insert({ name: 'kept' });
    });
    await assert.rejects(
      knex.transaction(async (t) => {
        await t('author').insert({ name: 'gone' });
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await knex('author').whereIn('name', ['kept', 'gone']).pluck('name'), ['kept']);
  },

  nested_transaction: async () => {
    await knex.transaction(async (t) => {
      await refused('23505', () => t.transaction((inner) => inner('author').insert({ name: 'Ada' })));
      await t('author').insert({ name: 'outer' });
    });
    assert.ok(await knex('author').where({ name: 'outer' }).first());
  },

  // Knex gives a connection back to its pool without ROLLBACK where the level is refused, so this is a pool of its own.
  isolation_level_of_a_transaction: async () => {
    const own = knexOf({ client: 'pg', connection: place });
    try {
      const level = (t) => t.raw('SHOW transaction_isolation');
      const { rows } = await own.transaction(level, { isolationLevel: 'serializable' });
      assert.equal(rows[0].transaction_isolation, 'serializable');
    } finally {
      await own.destroy();
    }
  },

  rows_locked: () =>
    knex.transaction(async (t) => {
      assert.equal((await t('book').where({ title: 'a' }).forUpdate().first()).title, 'a');
      assert.equal((await t('book').forUpdate().skipLocked()).length, 2);
    }),

  constraints: async () => {
    const author = await knex('author').where({ name: 'Ada' }).first();
    await refused('23514', () => knex('book').insert({ title: 'c', price: -1, author_id: author.id }));
    await refused('23503', () => knex('book').insert({ title: 'd', author_id: 99999 }));
    await refused('23502', () => knex('book').insert({ title: null, author_id: author.id }));
  },

  delete_with_returning: async () => {
    assert.deepEqual(
      await knex('author')
        .where('name', 'like', 'n5%')
        .del('name')
        .then((r) => r.length),
      11,
    );
  },

  stream_of_rows: async () => {
    const seen = [];
    for await (const row of knex('author').select('id').stream()) seen.push(row.id);
    assert.ok(seen.length > 40);
  },

  alter_table: async () => {
    await knex.schema.alterTable('book', (t) => {
      t.integer('pages').notNullable().defaultTo(7);
      t.string('note', 20);
      t.renameColumn('sold', 'gone');
    });
    await knex.schema.alterTable('book', (t) => {
      t.text('note').defaultTo('none').alter();
      t.index(['pages', 'note'], 'book_pages_note');
      t.dropUnique(['title', 'author_id']);
    });
    await knex.schema.alterTable('book', (t) => {
      t.dropIndex(['pages', 'note'], 'book_pages_note');
      t.dropColumn('note');
      t.setNullable('pages');
    });
    assert.equal((await knex('book').first()).pages, 7);
  },

  what_the_schema_tells: async () => {
    assert.equal(await knex.schema.hasTable('book'), true);
    assert.equal(await knex.schema.hasTable('never_there'), false);
    assert.equal(await knex.schema.hasColumn('book', 'title'), true);
    const info = await knex('author').columnInfo();
    assert.deepEqual(
      [info.name.type, info.name.maxLength, info.name.nullable, info.born.nullable],
      ['character varying', 80, false, true],
    );
  },

  rename_table_and_view: async () => {
    await knex.schema.renameTable('book', 'volume');
    await knex.schema.renameTable('volume', 'book');
    await knex.schema.createView('titles', (v) => {
      v.columns(['title']);
      v.as(knex('book').select('title'));
    });
    assert.equal((await knex('titles')).length, 2);
    await knex.schema.dropView('titles');
  },

  migrations: async () => {
    const folder = path.join(home, 'migrations');
    fs.mkdirSync(folder);
    fs.writeFileSync(
      path.join(folder, '1_shelf.js'),
      `
      exports.up = (knex) => knex.schema.createTable('shelf', (t) => { t.increments(); t.string('name'); });
      exports.down = (knex) => knex.schema.dropTable('shelf');`,
    );
    fs.writeFileSync(
      path.join(folder, '2_room.js'),
      `
      exports.up = async (knex) => {
        await knex.schema.alterTable('shelf', (t) => { t.integer('room').defaultTo(1); });
        await knex('shelf').insert({ name: 'first' });
      };
      exports.down = (knex) => knex.schema.alterTable('shelf', (t) => { t.dropColumn('room'); });`,
    );
    const [batch, done] = await knex.migrate.latest();
    assert.deepEqual([batch, done.length], [1, 2]);
    assert.deepEqual((await knex.migrate.latest())[1], []);
    assert.deepEqual(await knex('shelf').select('name', 'room'), [{ name: 'first', room: 1 }]);
    assert.equal((await knex.migrate.list())[0].length, 2);
    await knex.migrate.down();
    assert.equal(await knex.schema.hasColumn('shelf', 'room'), false);
    await knex.migrate.rollback(undefined, true);
    assert.equal(await knex.schema.hasTable('shelf'), false);
  },

  seeds: async () => {
    fs.mkdirSync(path.join(home, 'seeds'));
    fs.writeFileSync(
      path.join(home, 'seeds', 'authors.js'),
      `
      exports.seed = async (knex) => {
        await knex('book').del();
        await knex('author').del();
        await knex('author').insert([{ id: 1001, name: 'seeded' }]);
      };`,
    );
    await knex.seed.run();
    assert.deepEqual(await knex('author').pluck('name'), ['seeded']);
  },

  truncate: async () => {
    await knex.raw('TRUNCATE TABLE book, author RESTART IDENTITY CASCADE');
    assert.deepEqual(await knex('author').insert({ name: 'one' }).returning('id'), [{ id: 1 }]);
  },

  json_columns: async () => {
    await knex.schema.createTable('paper', (t) => {
      t.increments();
      t.jsonb('doc');
    });
    await knex('paper').insert({ doc: { a: { b: 1 } } });
    assert.equal((await knex('paper').whereJsonSupersetOf('doc', { a: { b: 1 } })).length, 1);
    assert.deepEqual(await knex('paper').jsonExtract('doc', '$.a.b', 'b'), [{ b: 1 }]);
  },

  enumeration_as_check: async () => {
    await knex.schema.createTable('person', (t) => {
      t.enu('mood', ['sad', 'glad']);
    });
    await knex('person').insert({ mood: 'glad' });
    await refused('23514', () => knex('person').insert({ mood: 'other' }));
  },

  enumeration_as_type: async () => {
    await knex.schema.createTable('animal', (t) => {
      t.enu('kind', ['cat', 'dog'], { useNative: true, enumName: 'animal_kind' });
    });
    await knex('animal').insert({ kind: 'cat' });
    await refused('22P02', () => knex('animal').insert({ kind: 'fish' }));
  },
};

run(tables, checks);
