// Checks of Sequelize: models, associations, transactions and the synchronization of tables.
'use strict';

const {
  DataTypes,
  Op,
  Sequelize,
  Transaction,
  UniqueConstraintError,
  ForeignKeyConstraintError,
} = require('sequelize');
const { assert, url, run } = require('./checks.js');

// One connection, so that concurrent inserts do not make a difference that is none of the protocol.
const sequelize = new Sequelize(url, { logging: false, pool: { max: 1 } });

const Author = sequelize.define('author', {
  name: { type: DataTypes.STRING(80), allowNull: false, unique: true },
  born: DataTypes.DATEONLY,
});
const Book = sequelize.define(
  'book',
  {
    title: { type: DataTypes.TEXT, allowNull: false },
    price: { type: DataTypes.DECIMAL(10, 2), defaultValue: 0 },
    sold: { type: DataTypes.BOOLEAN, defaultValue: false },
    code: { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4 },
    raw: DataTypes.BLOB,
    ratio: DataTypes.DOUBLE,
  },
  {
    indexes: [{ fields: ['title'] }, { fields: ['title', 'authorId'], unique: true }],
    paranoid: true,
    version: true,
  },
);
const Shelf = sequelize.define('shelf', { name: DataTypes.STRING }, { timestamps: false });
Author.hasMany(Book, { onDelete: 'CASCADE' });
Book.belongsTo(Author);
Book.belongsToMany(Shelf, { through: 'book_shelf' });
Shelf.belongsToMany(Book, { through: 'book_shelf' });

// Each check of a type has a model of its own, so that no other check depends on that type.
async function modelWith(name, attributes) {
  const model = sequelize.define(name, attributes, { timestamps: false });
  await model.sync({ force: true });
  return model;
}

const checks = {
  authenticate: () => sequelize.authenticate(),

  sync_again: async () => {
    await sequelize.sync();
    assert.equal(await Book.count(), 0);
  },

  create_with_associations: async () => {
    const ada = await Author.create(
      {
        name: 'Ada',
        born: '1815-12-10',
        books: [{ title: 'a', price: 2.5, raw: Buffer.from([0, 1]) }, { title: 'b' }],
      },
      { include: Book },
    );
    assert.equal(ada.books.length, 2);
    const found = await Author.findOne({ where: { name: 'Ada' }, include: Book, order: [[Book, 'title', 'ASC']] });
    assert.deepEqual([found.born, found.books[0].price, [...found.books[0].raw]], ['1815-12-10', '2.50', [0, 1]]);
  },

  bulk_create: async () => {
    const made = await Author.bulkCreate([...Array(50).keys()].map((n) => ({ name: 'n' + n })));
    assert.equal(new Set(made.map((a) => a.id)).size, 50);
  },

  bulk_create_that_updates: async () => {
    await Author.bulkCreate([{ name: 'Ada', born: '1815-12-11' }, { name: 'new' }], {
      updateOnDuplicate: ['born'],
      conflictAttributes: ['name'],
    });
    assert.equal((await Author.findOne({ where: { name: 'Ada' } })).born, '1815-12-11');
    await Author.bulkCreate([{ name: 'Ada' }], { ignoreDuplicates: true });
  },

  conditions: async () => {
    assert.equal(await Author.count({ where: { name: { [Op.iLike]: 'ADA' } } }), 1);
    assert.equal(await Author.count({ where: { name: { [Op.in]: ['Ada', 'n1'] } } }), 2);
    assert.equal(await Author.count({ where: { [Op.or]: [{ name: 'n1' }, { born: { [Op.not]: null } }] } }), 2);
    assert.equal(await Author.count({ where: { name: { [Op.regexp]: '^n[0-4]$' } } }), 5);
    assert.equal(await Author.count({ where: { createdAt: { [Op.lte]: new Date(Date.now() + 60000) } } }), 52);
  },

  list_in_any: async () => {
    assert.equal(await Author.count({ where: { name: { [Op.eq]: { [Op.any]: ['Ada', 'n1'] } } } }), 2);
  },

  find_and_count_all: async () => {
    const { count, rows } = await Author.findAndCountAll({
      where: { name: { [Op.like]: 'n%' } },
      order: ['id'],
      limit: 5,
      offset: 5,
    });
    assert.deepEqual([count, rows.length, rows[0].name], [51, 5, 'n5']);
  },

  limit_with_include: async () => {
    const found = await Author.findAll({
      include: [{ model: Book, required: true }],
      limit: 3,
      order: [['name', 'ASC']],
    });
    assert.deepEqual(
      found.map((a) => [a.name, a.books.length]),
      [['Ada', 2]],
    );
  },

  separate_include: async () => {
    const [found] = await Author.findAll({
      where: { name: 'Ada' },
      include: [{ model: Book, separate: true, order: ['title'] }],
    });
    assert.deepEqual(
      found.books.map((b) => b.title),
      ['a', 'b'],
    );
  },

  aggregates: async () => {
    assert.equal(await Book.sum('price'), 2.5);
    assert.equal(await Book.max('title'), 'b');
    const [found] = await Book.findAll({
      attributes: ['authorId', [sequelize.fn('COUNT', sequelize.col('id')), 'n']],
      group: 'authorId',
      having: sequelize.literal('count(id) > 1'),
      raw: true,
    });
    assert.equal(found.n, '2');
  },

  find_or_create: async () => {
    const [, made] = await Author.findOrCreate({ where: { name: 'Ada' }, defaults: { born: null } });
    const [, madeNew] = await Author.findOrCreate({ where: { name: 'found or made' } });
    assert.deepEqual([made, madeNew], [false, true]);
  },

  find_create_find: async () => {
    const [, made] = await Author.findCreateFind({ where: { name: 'found, made, found' } });
    assert.equal(made, true);
    assert.equal(await Author.count({ where: { name: 'found, made, found' } }), 1);
  },

  upsert: async () => {
    const [author] = await Author.upsert({ name: 'Ada', born: '1815-12-12' }, { conflictFields: ['name'] });
    assert.equal(author.born, '1815-12-12');
    assert.equal((await author.reload()).name, 'Ada');
  },

  update_and_increment: async () => {
    const [count, rows] = await Book.update({ sold: true }, { where: { title: 'a' }, returning: true });
    assert.deepEqual([count, rows[0].sold], [1, true]);
    await Book.increment({ price: 1.5 }, { where: { title: 'a' } });
    assert.equal((await Book.findOne({ where: { title: 'a' } })).price, '4.00');
  },

  version_finds_the_stale_one: async () => {
    const one = await Book.findOne({ where: { title: 'b' } });
    const two = await Book.findOne({ where: { title: 'b' } });
    await one.update({ ratio: 0.5 });
    await assert.rejects(two.update({ ratio: 0.75 }), { name: 'SequelizeOptimisticLockError' });
  },

  paranoid_delete_and_restore: async () => {
    const book = await Book.findOne({ where: { title: 'b' } });
    await book.destroy();
    assert.equal(await Book.count(), 1);
    await book.restore();
    assert.equal(await Book.count(), 2);
  },

  many_to_many: async () => {
    const shelf = await Shelf.create({ name: 's' });
    await shelf.addBooks(await Book.findAll());
    assert.equal(await shelf.countBooks(), 2);
    await shelf.setBooks(await Book.findAll({ where: { title: 'a' } }));
    const [found] = await Shelf.findAll({ include: { model: Book, through: { attributes: [] } } });
    assert.deepEqual(
      found.books.map((b) => b.title),
      ['a'],
    );
  },

  managed_transaction: async () => {
    await sequelize.transaction(async (transaction) => {
      await Author.create({ name: 'kept' }, { transaction });
    });
    await assert.rejects(
      sequelize.transaction(async (transaction) => {
        await Author.create({ name: 'gone' }, { transaction });
        throw new Error('no');
      }),
      /no/,
    );
    assert.equal(await Author.count({ where: { name: ['kept', 'gone'] } }), 1);
  },

  transaction_with_level_and_savepoint: async () => {
    const outer = await sequelize.transaction({ isolationLevel: Transaction.ISOLATION_LEVELS.SERIALIZABLE });
    const inner = await sequelize.transaction({ transaction: outer });
    await Author.create({ name: 'inner' }, { transaction: inner });
    await inner.rollback();
    await Author.create({ name: 'outer' }, { transaction: outer });
    await outer.commit();
    assert.equal(await Author.count({ where: { name: ['inner', 'outer'] } }), 1);
  },

  rows_locked: () =>
    sequelize.transaction(async (transaction) => {
      assert.ok(await Book.findOne({ where: { title: 'a' }, lock: transaction.LOCK.UPDATE, transaction }));
      assert.equal((await Book.findAll({ lock: true, skipLocked: true, transaction })).length, 2);
    }),

  constraints: async () => {
    await assert.rejects(
      Author.create({ name: 'Ada' }),
      (e) => e instanceof UniqueConstraintError && e.errors[0].path === 'name',
    );
    await assert.rejects(Book.create({ title: 'x', authorId: 99999 }), ForeignKeyConstraintError);
  },

  raw_queries: async () => {
    const found = await sequelize.query('SELECT name FROM authors WHERE name = :name', {
      replacements: { name: 'Ada' },
      type: Sequelize.QueryTypes.SELECT,
    });
    assert.deepEqual(found, [{ name: 'Ada' }]);
    const [bound] = await sequelize.query('SELECT $1::int AS n', { bind: [5] });
    assert.deepEqual(bound, [{ n: 5 }]);
  },

  sync_with_alter: async () => {
    const before = await modelWith('altered', {
      a: DataTypes.STRING(10),
      b: { type: DataTypes.INTEGER, allowNull: false },
    });
    await before.create({ a: '12', b: 1 });
    const after = sequelize.define(
      'altered',
      {
        a: { type: DataTypes.TEXT, defaultValue: 'x' },
        b: { type: DataTypes.BIGINT, allowNull: true },
        c: { type: DataTypes.INTEGER, unique: true },
      },
      { timestamps: false },
    );
    await after.sync({ alter: true });
    await after.create({ c: 5 });
    assert.deepEqual(
      (await after.findAll({ order: ['id'], raw: true })).map((r) => [r.a, r.b, r.c]),
      [
        ['12', '1', null],
        ['x', null, 5],
      ],
    );
  },

  query_interface: async () => {
    const schema = sequelize.getQueryInterface();
    await schema.createTable('part', {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      n: DataTypes.INTEGER,
    });
    await schema.addColumn('part', 'note', { type: DataTypes.STRING(20), defaultValue: 'none' });
    await schema.renameColumn('part', 'note', 'remark');
    await schema.changeColumn('part', 'remark', { type: DataTypes.TEXT, allowNull: false });
    await schema.addIndex('part', ['n'], { name: 'part_n' });
    await schema.addConstraint('part', { fields: ['n'], type: 'unique', name: 'part_n_unique' });
    await schema.removeConstraint('part', 'part_n_unique');
    await schema.removeIndex('part', 'part_n');
    await schema.removeColumn('part', 'remark');
    await schema.renameTable('part', 'piece');
    await schema.dropTable('piece');
  },

  what_the_catalogs_tell: async () => {
    const schema = sequelize.getQueryInterface();
    const names = (await schema.showAllTables()).map((t) => t.tableName || t);
    assert.ok(names.includes('authors') && names.includes('book_shelf'), String(names));
    const columns = await schema.describeTable('books');
    assert.deepEqual([columns.id.primaryKey, columns.title.allowNull, columns.price.type], [true, false, 'NUMERIC']);
    assert.ok((await schema.showIndex('books')).some((i) => i.unique && i.fields.length === 2));
    assert.equal((await schema.getForeignKeyReferencesForTable('books'))[0].referencedTableName, 'authors');
    assert.equal(await schema.tableExists('books'), true);
  },

  enumeration: async () => {
    const Person = await modelWith('person', { mood: DataTypes.ENUM('sad', 'glad') });
    await Person.create({ mood: 'glad' });
    assert.equal(await Person.count({ where: { mood: 'glad' } }), 1);
  },

  json_binary: async () => {
    const Paper = await modelWith('paper', { doc: DataTypes.JSONB });
    await Paper.create({ doc: { a: { b: 1 }, c: ['x'] } });
    assert.equal(await Paper.count({ where: { 'doc.a.b': 1 } }), 1);
    assert.equal(await Paper.count({ where: { doc: { [Op.contains]: { c: ['x'] } } } }), 1);
  },

  arrays: async () => {
    const Tagged = await modelWith('tagged', { tags: DataTypes.ARRAY(DataTypes.TEXT) });
    await Tagged.create({ tags: ['a', 'b'] });
    assert.deepEqual((await Tagged.findOne({ where: { tags: { [Op.contains]: ['a'] } } })).tags, ['a', 'b']);
  },

  sync_with_force: async () => {
    await sequelize.sync({ force: true });
    assert.equal(await Author.count(), 0);
  },
};

async function tables() {
  await Author.sync({ force: true });
  await sequelize.sync({ force: true });
}

run(tables, checks);
