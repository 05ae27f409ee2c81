// The entities of the checks of TypeORM.
'use strict';

require('reflect-metadata');
const { EntitySchema } = require('typeorm');

const Author = new EntitySchema({
  name: 'Author',
  columns: {
    id: { type: 'int', primary: true, generated: true },
    name: { type: 'varchar', length: 80, unique: true },
    born: { type: 'date', nullable: true },
    made: { type: 'timestamptz', createDate: true },
    changed: { type: 'timestamptz', updateDate: true },
  },
  relations: { books: { type: 'one-to-many', target: 'Book', inverseSide: 'author', cascade: true } },
});
const Book = new EntitySchema({
  name: 'Book',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment' },
    title: { type: 'text' },
    price: { type: 'numeric', precision: 10, scale: 2, default: 0 },
    sold: { type: 'boolean', default: false },
    version: { type: 'int', version: true },
    gone: { type: 'timestamp', deleteDate: true, nullable: true },
  },
  indices: [{ name: 'book_title', columns: ['title'] }],
  uniques: [{ name: 'book_title_author', columns: ['title', 'author'] }],
  checks: [{ name: 'book_price', expression: '"price" >= 0' }],
  relations: {
    author: { type: 'many-to-one', target: 'Author', inverseSide: 'books', onDelete: 'CASCADE', nullable: false },
    shelves: { type: 'many-to-many', target: 'Shelf', joinTable: true },
  },
});
const Shelf = new EntitySchema({
  name: 'Shelf',
  columns: { id: { type: 'int', primary: true, generated: true }, name: { type: 'varchar' } },
});

module.exports = { Author, Book, Shelf };
