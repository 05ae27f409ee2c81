// Checks of Drizzle ORM on node-postgres: queries, relations, transactions and migrations.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Pool } = require('pg');
const { and, asc, count, desc, eq, gt, ilike, inArray, not, exists, relations, sql, sum } = require('drizzle-orm');
const { drizzle } = require('drizzle-orm/node-postgres');
const { migrate } = require('drizzle-orm/node-postgres/migrator');
const pg = require('drizzle-orm/pg-core');
const { assert, url, refused, run } = require('./checks.js');

const author = pg.pgTable('author', {
  id: pg.serial('id').primaryKey(),
  name: pg.varchar('name', { length: 80 }).notNull().unique(),
  born: pg.date('born'),
});
const book = pg.pgTable('book', {
  id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
  title: pg.text('title').notNull(),
  price: pg.numeric('price', { precision: 10, scale: 2 }).default('0').notNull(),
  made: pg.timestamp('made', { withTimezone: true }).defaultNow().notNull(),
  sold: pg.boolean('sold').default(false),
  authorId: pg
    .integer('author_id')
    .notNull()
    .references(() => author.id, { onDelete: 'cascade' }),
});
const authorBooks = relations(author, ({ many }) => ({ books: many(book) }));
const bookAuthor = relations(book, ({ one }) => ({
  author: one(author, { fields: [book.authorId], references: [author.id] }),
}));

const pool = new Pool({ connectionString: url, max: 4 });
const db = drizzle(pool, { schema: { author, book, authorBooks, bookAuthor } });
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'drizzle-checks-'));

// Writes a folder of migrations as its generator does.
function migrationsIn(name, statements) {
  const folder = path.join(home, name);
  fs.mkdirSync(path.join(folder, 'meta'), { recursive: true });
  const entries = statements.map((text, idx) => {
    fs.writeFileSync(path.join(folder, `${idx}.sql`), text);
    return { idx, version: '7', when: 1700000000000 + idx, tag: String(idx), breakpoints: true };
  });
  fs.writeFileSync(
    path.join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  return { migrationsFolder: folder };
}

async function tables() {
  await db.execute(sql`CREATE TABLE author (id serial PRIMARY KEY, name varchar(80) NOT NULL UNIQUE, born date)`);
  await db.execute(sql`CREATE TABLE book (id bigserial PRIMARY KEY, title text NOT NULL,
    price numeric(10, 2) DEFAULT 0 NOT NULL,
    made timestamp with time zone DEFAULT now() NOT NULL, sold boolean DEFAULT false,
    author_id integer NOT NULL REFERENCES author (id) ON DELETE CASCADE)`);
}

const checks = {
  insert_with_returning: async () => {
    const [ada] = await db.insert(author).values({ name: 'Ada', born: '1815-12-10' }).returning();
    const made = await db
      .insert(book)
      .values([
        { title: 'a', price: '2.50', authorId: ada.id },
        { title: 'b', authorId: ada.id },
      ])
      .returning({ title: book.title, price: book.price, made: book.made });
    assert.deepEqual(
      made.map((b) => [b.title, b.price]),
      [
        ['a', '2.50'],
        ['b', '0.00'],
      ],
    );
    assert.ok(made[0].made instanceof Date);
  },

  insert_many: async () => {
    await db.insert(author).values([...Array(40).keys()].map((n) => ({ name: 'n' + n })));
    assert.equal(await db.$count(author), 41);
  },

  conditions: async () => {
    assert.equal((await db.select().from(author).where(ilike(author.name, 'ADA'))).length, 1);
    assert.equal(
      (
        await db
          .select()
          .from(author)
          .where(inArray(author.name, ['Ada', 'n1']))
      ).length,
      2,
    );
    assert.equal(
      (
        await db
          .select()
          .from(author)
          .where(and(gt(author.id, 1), not(eq(author.name, 'n1'))))
      ).length,
      39,
    );
    const has = db.select().from(book).where(eq(book.authorId, author.id));
    assert.equal((await db.select().from(author).where(exists(has))).length, 1);
  },

  joins_and_groups: async () => {
    const found = await db
      .select({ name: author.name, n: count(book.id), total: sum(book.price) })
      .from(author)
      .leftJoin(book, eq(book.authorId, author.id))
      .groupBy(author.name)
      .having(gt(count(book.id), 0))
      .orderBy(asc(author.name));
    assert.deepEqual(found, [{ name: 'Ada', n: 2, total: '2.50' }]);
  },

  order_limit_offset: async () => {
    const found = await db.select({ name: author.name }).from(author).orderBy(desc(author.id)).limit(2).offset(1);
    assert.deepEqual(found, [{ name: 'n38' }, { name: 'n37' }]);
  },

  subquery_and_with: async () => {
    const cheap = db.$with('cheap').as(db.select().from(book).where(eq(book.price, '0')));
    assert.deepEqual(await db.with(cheap).select({ title: cheap.title }).from(cheap), [{ title: 'b' }]);
    const inner = db.select({ id: author.id }).from(author).where(eq(author.name, 'Ada')).as('inner');
    assert.equal((await db.select().from(book).innerJoin(inner, eq(book.authorId, inner.id))).length, 2);
  },

  union: async () => {
    const found = await pg.union(
      db.select({ t: author.name }).from(author).where(eq(author.name, 'Ada')),
      db.select({ t: book.title }).from(book),
    );
    assert.deepEqual(found.map((r) => r.t).sort(), ['Ada', 'a', 'b']);
  },

  distinct_on: async () => {
    assert.equal(
      (await db.selectDistinctOn([book.authorId], { t: book.title }).from(book).orderBy(book.authorId, book.title))
        .length,
      1,
    );
    assert.equal((await db.selectDistinct({ sold: book.sold }).from(book)).length, 1);
  },

  relations_of_one_author: async () => {
    const found = await db.query.author.findFirst({
      where: eq(author.name, 'Ada'),
      with: { books: { orderBy: asc(book.title), columns: { title: true } } },
    });
    assert.deepEqual(found.books, [{ title: 'a' }, { title: 'b' }]);
  },

  relations_of_all_books: async () => {
    const found = await db.query.book.findMany({ with: { author: true }, orderBy: asc(book.title), limit: 5 });
    assert.deepEqual(
      found.map((b) => [b.title, b.author.name]),
      [
        ['a', 'Ada'],
        ['b', 'Ada'],
      ],
    );
  },

  upsert: async () => {
    await db
      .insert(author)
      .values({ name: 'Ada', born: '1815-12-11' })
      .onConflictDoUpdate({ target: author.name, set: { born: sql`excluded.born` } });
    await db.insert(author).values({ name: 'Ada' }).onConflictDoNothing();
    assert.equal((await db.select().from(author).where(eq(author.name, 'Ada')))[0].born, '1815-12-11');
  },

  update_with_returning: async () => {
    const changed = await db
      .update(book)
      .set({ sold: true, price: sql`${book.price} + 1` })
      .where(eq(book.title, 'a'))
      .returning({ price: book.price });
    assert.deepEqual(changed, [{ price: '3.50' }]);
  },

  update_from: async () => {
    const changed = await db
      .update(book)
      .set({ sold: true })
      .from(author)
      .where(and(eq(book.authorId, author.id), eq(author.name, 'Ada')))
      .returning({ id: book.id });
    assert.equal(changed.length, 2);
  },

  insert_from_select: async () => {
    await db.insert(author).select(
      db
        .select({
          id: sql`${author.id} + 1000`.as('id'),
          name: sql`${author.name} || '!'`.as('name'),
          born: author.born,
        })
        .from(author)
        .where(eq(author.name, 'Ada')),
    );
    assert.equal((await db.delete(author).where(eq(author.name, 'Ada!')).returning()).length, 1);
  },

  transaction: async () => {
    await db.transaction(
      async (t) => {
        await t.insert(author).values({ name: 'kept' });
      },
      { isolationLevel: 'serializable', accessMode: 'read write' },
    );
    await assert.rejects(
      db.transaction(async (t) => {
        await t.insert(author).values({ name: 'gone' });
        t.rollback();
      }),
    );
    assert.equal(
      (
        await db
          .select()
          .from(author)
          .where(inArray(author.name, ['kept', 'gone']))
      ).length,
      1,
    );
  },

  nested_transaction: async () => {
    await db.transaction(async (t) => {
      await refused('23505', () => t.transaction((inner) => inner.insert(author).values({ name: 'Ada' })));
      await t.insert(author).values({ name: 'outer' });
    });
    assert.equal(await db.$count(author, eq(author.name, 'outer')), 1);
  },

  rows_locked: () =>
    db.transaction(async (t) => {
      assert.equal((await t.select().from(book).where(eq(book.title, 'a')).for('update')).length, 1);
      assert.equal((await t.select().from(book).for('update', { skipLocked: true })).length, 2);
    }),

  prepared_statement: async () => {
    const byName = db
      .select()
      .from(author)
      .where(eq(author.name, sql.placeholder('name')))
      .prepare('author_by_name');
    assert.equal((await byName.execute({ name: 'Ada' })).length, 1);
    assert.equal((await byName.execute({ name: 'nobody' })).length, 0);
  },

  window_and_case: async () => {
    const found = await db
      .select({
        t: book.title,
        r: sql`row_number() over (order by ${book.title})`.mapWith(Number),
        c: sql`case when ${book.sold} then 'sold' else 'left' end`,
      })
      .from(book)
      .orderBy(book.title);
    assert.deepEqual(found, [
      { t: 'a', r: 1, c: 'sold' },
      { t: 'b', r: 2, c: 'sold' },
    ]);
  },

  constraints: async () => {
    await refused('23503', () => db.insert(book).values({ title: 'x', authorId: 99999 }));
    await refused('23502', () => db.insert(author).values({ name: sql`null` }));
  },

  migrations: async () => {
    const first = 'CREATE TABLE "shelf" ("id" serial PRIMARY KEY NOT NULL, "name" text);';
    const second =
      'ALTER TABLE "shelf" ADD COLUMN "room" integer DEFAULT 1 NOT NULL;--> statement-breakpoint\n' +
      'CREATE INDEX "shelf_name" ON "shelf" USING btree ("name");';
    await migrate(db, migrationsIn('first', [first]));
    await migrate(db, migrationsIn('both', [first, second]));
    await migrate(db, migrationsIn('both again', [first, second]));
    const { rows } = await db.execute(sql`INSERT INTO shelf (name) VALUES ('s') RETURNING id, room`);
    assert.deepEqual(rows, [{ id: 1, room: 1 }]);
  },

  uuid_by_default: async () => {
    const token = pg.pgTable('token', { id: pg.uuid('id').defaultRandom().primaryKey(), n: pg.integer('n') });
    await db.execute(sql`CREATE TABLE token (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n integer)`);
    assert.match((await db.insert(token).values({ n: 1 }).returning())[0].id, /^[0-9a-f-]{36}$/);
  },

  json_and_arrays: async () => {
    const paper = pg.pgTable('paper', {
      id: pg.serial('id').primaryKey(),
      doc: pg.jsonb('doc'),
      tags: pg.text('tags').array(),
    });
    await db.execute(sql`CREATE TABLE paper (id serial PRIMARY KEY, doc jsonb, tags text[])`);
    const [row] = await db
      .insert(paper)
      .values({ doc: { a: 1 }, tags: ['x', 'y'] })
      .returning();
    assert.deepEqual([row.doc, row.tags], [{ a: 1 }, ['x', 'y']]);
  },

  enumeration: async () => {
    const mood = pg.pgEnum('mood', ['sad', 'glad']);
    const person = pg.pgTable('person', { mood: mood('mood') });
    await db.execute(sql`CREATE TYPE mood AS ENUM ('sad', 'glad')`);
    await db.execute(sql`CREATE TABLE person (mood mood)`);
    assert.deepEqual(await db.insert(person).values({ mood: 'glad' }).returning(), [{ mood: 'glad' }]);
  },

  delete_cascades: async () => {
    await db.delete(author).where(eq(author.name, 'Ada'));
    assert.equal(await db.$count(book), 0);
  },
};

run(tables, checks);
