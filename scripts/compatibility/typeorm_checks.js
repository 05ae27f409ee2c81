// Checks of TypeORM: entities, relations, the synchronization of tables, migrations and introspection.
'use strict';

require('reflect-metadata');
const {
  DataSource,
  EntitySchema,
  In,
  ILike,
  LessThan,
  Like,
  Table,
  TableColumn,
  TableForeignKey,
  TableIndex,
  TableUnique,
} = require('typeorm');
const { assert, place, refused, run } = require('./checks.js');
const { Author, Book, Shelf } = require('./typeorm_entities.js');

const source = new DataSource({
  type: 'postgres',
  ...place,
  username: place.user,
  entities: [Author, Book, Shelf],
  synchronize: false,
});
const repository = (entity) => source.getRepository(entity);

// Opens another source, with entities or migrations of its own, for one check.
async function withSource(options, use) {
  const other = new DataSource({ type: 'postgres', ...place, username: place.user, ...options });
  await other.initialize();
  try {
    return await use(other);
  } finally {
    await other.destroy();
  }
}

// Makes a table for one check and gives it the repository of that table.
const id = { type: 'int', primary: true };
const withTable = (name, columns, use) =>
  withSource({ entities: [new EntitySchema({ name, columns })], synchronize: true }, (s) =>
    use(s.getRepository(name)),
  );

async function withRunner(use) {
  const runner = source.createQueryRunner();
  try {
    return await use(runner);
  } finally {
    await runner.release();
  }
}

const checks = {
  synchronize_again: async () => {
    await source.synchronize();
    assert.deepEqual((await source.driver.createSchemaBuilder().log()).upQueries, []);
  },

  save_with_cascade: async () => {
    await repository(Author).save({
      name: 'Ada',
      born: '1815-12-10',
      books: [{ title: 'a', price: '2.50' }, { title: 'b' }],
    });
    const ada = await repository(Author).findOne({
      where: { name: 'Ada' },
      relations: { books: true },
      order: { books: { title: 'ASC' } },
    });
    assert.deepEqual(
      [ada.born, ada.books.map((b) => [b.title, b.price])],
      [
        '1815-12-10',
        [
          ['a', '2.50'],
          ['b', '0.00'],
        ],
      ],
    );
  },

  save_many: async () => {
    const made = await repository(Author).save(
      [...Array(40).keys()].map((n) => ({ name: 'n' + n })),
      { chunk: 15 },
    );
    assert.equal(new Set(made.map((a) => a.id)).size, 40);
  },

  conditions: async () => {
    assert.equal(await repository(Author).countBy({ name: ILike('ADA') }), 1);
    assert.equal(await repository(Author).countBy({ name: In(['Ada', 'n1']) }), 2);
    assert.equal(await repository(Author).countBy([{ name: Like('n1%') }, { id: LessThan(2) }]), 12);
    assert.equal(await repository(Author).existsBy({ name: 'nobody' }), false);
  },

  paging_with_a_relation: async () => {
    const [found, count] = await repository(Author).findAndCount({
      relations: { books: true },
      order: { name: 'ASC' },
      take: 2,
    });
    assert.deepEqual([found.length, found[0].name, found[0].books.length, count], [2, 'Ada', 2, 41]);
  },

  query_builder: async () => {
    const found = await repository(Author)
      .createQueryBuilder('a')
      .leftJoin('a.books', 'b')
      .select('a.name', 'name')
      .addSelect('count(b.id)', 'n')
      .groupBy('a.name')
      .having('count(b.id) > :least', { least: 0 })
      .orderBy('a.name')
      .getRawMany();
    assert.deepEqual(found, [{ name: 'Ada', n: '2' }]);
  },

  subquery_and_exists: async () => {
    const found = await repository(Author)
      .createQueryBuilder('a')
      .where((q) => 'EXISTS ' + q.subQuery().select('1').from('Book', 'b').where('b.authorId = a.id').getQuery())
      .getMany();
    assert.deepEqual(
      found.map((a) => a.name),
      ['Ada'],
    );
  },

  insert_with_returning: async () => {
    const found = await repository(Author)
      .createQueryBuilder()
      .insert()
      .values({ name: 'inserted' })
      .returning(['id', 'name'])
      .execute();
    assert.equal(found.raw[0].name, 'inserted');
  },

  upsert: async () => {
    await repository(Author).upsert({ name: 'Ada', born: '1815-12-11' }, ['name']);
    await repository(Author).createQueryBuilder().insert().values({ name: 'Ada' }).orIgnore().execute();
    assert.equal((await repository(Author).findOneBy({ name: 'Ada' })).born, '1815-12-11');
  },

  update_and_increment: async () => {
    const changed = await repository(Book).update({ title: 'a' }, { sold: true });
    assert.equal(changed.affected, 1);
    await repository(Book).increment({ title: 'a' }, 'price', 1.5);
    assert.equal((await repository(Book).findOneBy({ title: 'a' })).price, '4.00');
  },

  version_counts: async () => {
    const book = await repository(Book).findOneBy({ title: 'b' });
    const before = book.version;
    book.sold = true;
    assert.equal((await repository(Book).save(book)).version, before + 1);
  },

  soft_delete_and_restore: async () => {
    await repository(Book).softDelete({ title: 'b' });
    assert.equal(await repository(Book).count(), 1);
    await repository(Book).restore({ title: 'b' });
    assert.equal(await repository(Book).count(), 2);
  },

  many_to_many: async () => {
    const books = await repository(Book).find();
    const shelf = await repository(Shelf).save({ name: 's' });
    await repository(Book).save(books.map((b) => ({ ...b, shelves: [shelf] })));
    await repository(Book).createQueryBuilder().relation(Book, 'shelves').of(books[0]).remove(shelf);
    assert.equal(
      (await repository(Book).find({ relations: { shelves: true } })).filter((b) => b.shelves.length).length,
      1,
    );
  },

  transaction: async () => {
    await source.transaction('SERIALIZABLE', async (manager) => {
      await manager.save(Author, { name: 'kept' });
    });
    await assert.rejects(
      source.transaction(async (manager) => {
        await manager.save(Author, { name: 'gone' });
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal(await repository(Author).countBy({ name: In(['kept', 'gone']) }), 1);
  },

  nested_transaction: () =>
    withRunner(async (runner) => {
      await runner.startTransaction();
      await runner.startTransaction();
      await runner.manager.save(Author, { name: 'inner' });
      await runner.rollbackTransaction();
      await runner.commitTransaction();
      assert.equal(await repository(Author).countBy({ name: 'inner' }), 0);
    }),

  rows_locked: () =>
    source.transaction(async (manager) => {
      assert.ok(await manager.findOne(Book, { where: { title: 'a' }, lock: { mode: 'pessimistic_write' } }));
      assert.equal(
        (await manager.find(Book, { lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' } })).length,
        2,
      );
    }),

  constraints: async () => {
    const author = await repository(Author).findOneBy({ name: 'Ada' });
    await refused('23505', () => repository(Author).insert({ name: 'Ada' }));
    await refused('23514', () => repository(Book).insert({ title: 'x', price: '-1', author }));
    await refused('23503', () => repository(Book).insert({ title: 'y', author: { id: 99999 } }));
  },

  delete_cascades: async () => {
    const author = await repository(Author).save({ name: 'extra', books: [{ title: 'z' }] });
    await repository(Author).remove(author);
    assert.equal(await repository(Book).countBy({ title: 'z' }), 0);
  },

  raw_queries: async () => {
    assert.deepEqual(await source.query('SELECT name FROM author WHERE name = $1', ['Ada']), [{ name: 'Ada' }]);
  },

  what_the_runner_tells: () =>
    withRunner(async (runner) => {
      const table = await runner.getTable('book');
      assert.deepEqual(
        table.columns.map((c) => c.name),
        ['id', 'title', 'price', 'sold', 'version', 'gone', 'authorId'],
      );
      assert.equal(table.foreignKeys[0].referencedTableName, 'author');
      assert.deepEqual(
        [table.uniques[0].name, table.checks[0].name, table.indices[0].name],
        ['book_title_author', 'book_price', 'book_title'],
      );
      assert.equal(await runner.hasTable('author'), true);
      assert.equal(await runner.hasColumn('author', 'nothing'), false);
      assert.equal(await runner.getCurrentDatabase(), place.database);
    }),

  runner_changes_tables: () =>
    withRunner(async (runner) => {
      await runner.createTable(
        new Table({
          name: 'part',
          columns: [
            { name: 'id', type: 'int', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
            { name: 'n', type: 'int' },
          ],
        }),
        true,
      );
      await runner.addColumn(
        'part',
        new TableColumn({ name: 'note', type: 'varchar', length: '20', default: "'none'" }),
      );
      await runner.renameColumn('part', 'note', 'remark');
      await runner.changeColumn(
        'part',
        'remark',
        new TableColumn({ name: 'remark', type: 'varchar', length: '20', isNullable: true }),
      );
      await runner.createIndex('part', new TableIndex({ name: 'part_n', columnNames: ['n'] }));
      await runner.createUniqueConstraint('part', new TableUnique({ name: 'part_u', columnNames: ['n', 'remark'] }));
      await runner.createForeignKey(
        'part',
        new TableForeignKey({
          name: 'part_f',
          columnNames: ['n'],
          referencedTableName: 'author',
          referencedColumnNames: ['id'],
        }),
      );
      await runner.dropForeignKey('part', 'part_f');
      await runner.dropUniqueConstraint('part', 'part_u');
      await runner.dropIndex('part', 'part_n');
      await runner.dropColumn('part', 'remark');
      await runner.renameTable('part', 'piece');
      await runner.dropTable('piece');
    }),

  synchronize_changes: async () => {
    const versionOf = (columns) =>
      new EntitySchema({ name: 'Changed', columns: { id: { type: 'int', primary: true }, ...columns } });
    await withSource(
      { entities: [versionOf({ a: { type: 'varchar', length: 10 }, b: { type: 'int' } })], synchronize: true },
      (s) => s.getRepository('Changed').save({ id: 1, a: 'x', b: 1 }),
    );
    await withSource(
      {
        entities: [
          versionOf({ a: { type: 'varchar', length: 10, nullable: true }, c: { type: 'text', default: 'new' } }),
        ],
        synchronize: true,
      },
      async (s) => assert.deepEqual(await s.getRepository('Changed').find(), [{ id: 1, a: 'x', c: 'new' }]),
    );
  },

  migrations: async () => {
    class First1700000000001 {
      async up(runner) {
        await runner.query('CREATE TABLE shelf_room (id int PRIMARY KEY)');
      }
      async down(runner) {
        await runner.query('DROP TABLE shelf_room');
      }
    }
    class Second1700000000002 {
      async up(runner) {
        await runner.query('ALTER TABLE shelf_room ADD COLUMN n int NOT NULL DEFAULT 1');
      }
      async down(runner) {
        await runner.query('ALTER TABLE shelf_room DROP COLUMN n');
      }
    }
    await withSource({ migrations: [First1700000000001, Second1700000000002] }, async (s) => {
      assert.equal((await s.runMigrations()).length, 2);
      assert.equal(await s.showMigrations(), false);
      await s.undoLastMigration();
      assert.deepEqual(
        (await s.runMigrations({ transaction: 'each' })).map((m) => m.name),
        ['Second1700000000002'],
      );
    });
  },

  stream_of_rows: async () => {
    const stream = await repository(Author).createQueryBuilder('a').stream();
    let n = 0;
    for await (const row of stream) n += row.a_id > 0 ? 1 : 0;
    assert.ok(n > 40);
  },

  uuid_as_key: () =>
    withTable('Token', { id: { type: 'uuid', primary: true, generated: 'uuid' }, n: { type: 'int' } }, async (r) => {
      assert.match((await r.save({ n: 1 })).id, /^[0-9a-f-]{36}$/);
    }),

  enumeration: () =>
    withTable('Person', { id, mood: { type: 'enum', enum: ['sad', 'glad'], default: 'sad' } }, async (r) => {
      await r.insert({ id: 1, mood: 'glad' });
      assert.equal(await r.countBy({ mood: 'glad' }), 1);
    }),

  json_binary: () =>
    withTable('Paper', { id, doc: { type: 'jsonb' } }, async (r) => {
      await r.insert({ id: 1, doc: { a: [1] } });
      assert.deepEqual((await r.findOneBy({ id: 1 })).doc, { a: [1] });
    }),

  array_column: () =>
    withTable('Tagged', { id, tags: { type: 'text', array: true } }, async (r) => {
      await r.insert({ id: 1, tags: ['a', 'b "q"'] });
      assert.deepEqual((await r.findOneBy({ id: 1 })).tags, ['a', 'b "q"']);
    }),

  simple_arrays_and_json: () =>
    withTable('Simple', { id, words: { type: 'simple-array' }, doc: { type: 'simple-json' } }, async (r) => {
      await r.insert({ id: 1, words: ['a', 'b'], doc: { a: 1 } });
      assert.deepEqual(await r.find(), [{ id: 1, words: ['a', 'b'], doc: { a: 1 } }]);
    }),

  drop_database: async () => {
    await source.synchronize(true);
    assert.equal(await repository(Author).count(), 0);
  },
};

async function tables() {
  await source.initialize();
  await source.synchronize();
}

run(tables, checks);
