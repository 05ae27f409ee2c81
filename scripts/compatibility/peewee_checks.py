"""Checks of peewee: models, queries, transactions, its migrator and its reading of the catalogs."""
import datetime, decimal, os, uuid
import peewee
from peewee import fn
from playhouse import migrate, postgres_ext, reflection
from checks import Checks

checks = Checks('peewee')
database = peewee.PostgresqlDatabase(checks.database, user=os.environ['LOGIN'], host=os.environ['HOST'],
                                     port=checks.port, password=os.environ['PASSWORD'] or None)


class Base(peewee.Model):
    class Meta:
        database = database


class Author(Base):
    name = peewee.CharField(unique=True)
    born = peewee.DateField(null=True)


class Book(Base):
    title = peewee.TextField(index=True)
    price = peewee.DecimalField(max_digits=10, decimal_places=2, default=0, constraints=[peewee.Check('price >= 0')])
    made = peewee.DateTimeField(default=datetime.datetime.now)
    sold = peewee.BooleanField(default=False)
    code = peewee.UUIDField(null=True)
    raw = peewee.BlobField(null=True)
    author = peewee.ForeignKeyField(Author, backref='books', on_delete='CASCADE')

    class Meta:
        indexes = ((('title', 'author'), True),)


@checks.setup
def tables():
    database.connect()
    database.create_tables([Author, Book])


def afresh(check):
    """Rolls back what a failed check has begun, so that the next one can begin."""
    def checked():
        database.rollback()
        check()
    checked.__name__ = check.__name__
    return checked


@checks
@afresh
def create_and_get():
    ada = Author.create(name='Ada', born=datetime.date(1815, 12, 10))
    code = uuid.uuid4()
    Book.create(title='a', price=decimal.Decimal('2.50'), author=ada, code=code, raw=b'\0\1')
    Book.create(title='b', author=ada)
    found = Book.get(Book.title == 'a')
    assert (found.price, found.author.name, found.code, bytes(found.raw)) == (
        decimal.Decimal('2.50'), 'Ada', code, b'\0\1')
    assert Author.get_or_none(Author.name == 'nobody') is None


@checks
@afresh
def create_tables_again():
    database.create_tables([Author, Book], safe=True)
    assert Book.table_exists()


@checks
@afresh
def insert_many_with_returning():
    found = Author.insert_many([{'name': 'n%d' % n} for n in range(40)]).returning(Author.id, Author.name).execute()
    assert len({row.id for row in found}) == 40


@checks
@afresh
def joins_and_groups():
    query = (Author.select(Author.name, fn.COUNT(Book.id).alias('n')).join(Book, peewee.JOIN.LEFT_OUTER)
             .group_by(Author.name).having(fn.COUNT(Book.id) > 0).order_by(Author.name))
    assert [(row.name, row.n) for row in query] == [('Ada', 2)]


@checks
@afresh
def prefetched():
    authors = peewee.prefetch(Author.select().where(Author.name == 'Ada'), Book.select().order_by(Book.title))
    assert [book.title for book in authors[0].books] == ['a', 'b']


@checks
@afresh
def subquery_exists_and_union():
    with_books = Author.select().where(fn.EXISTS(Book.select().where(Book.author == Author.id)))
    assert [a.name for a in with_books] == ['Ada']
    names = Author.select(Author.name).where(Author.name == 'Ada') | Book.select(Book.title)
    assert sorted(row[0] for row in names.tuples()) == ['Ada', 'a', 'b']


@checks
@afresh
def window_function():
    rank = fn.ROW_NUMBER().over(partition_by=[Book.author], order_by=[Book.title])
    assert list(Book.select(Book.title, rank.alias('r')).order_by(Book.title).tuples()) == [('a', 1), ('b', 2)]


@checks
@afresh
def common_table_expression():
    cheap = Book.select(Book.author, fn.SUM(Book.price).alias('total')).group_by(Book.author).cte('totals')
    query = Author.select(Author.name, cheap.c.total).join(cheap, on=(cheap.c.author_id == Author.id)).with_cte(cheap)
    assert list(query.tuples()) == [('Ada', decimal.Decimal('2.50'))], list(query.tuples())


@checks
@afresh
def text_search():
    assert Author.select().where(Author.name.contains('DA')).count() == 1
    assert Author.select().where(Author.name ** 'n1%').count() == 11
    assert Author.select().where(Author.name.regexp('^n[0-4]$')).count() == 5
    assert Author.select().where(Author.name.in_(['Ada', 'n1'])).count() == 2


@checks
@afresh
def upsert():
    Author.insert(name='Ada', born=None).on_conflict(
        conflict_target=[Author.name], preserve=[Author.name],
        update={Author.born: datetime.date(1815, 12, 11)}).execute()
    assert Author.get(Author.name == 'Ada').born == datetime.date(1815, 12, 11)
    Author.insert(name='Ada').on_conflict_ignore().execute()
    assert Author.get_or_create(name='Ada')[1] is False


@checks
@afresh
def update_with_expression_and_returning():
    changed = (Book.update(price=Book.price + 1).where(Book.title == 'b').returning(Book.price)).execute()
    assert [row.price for row in changed] == [decimal.Decimal('1.00')]
    Author.bulk_update([Author(id=Author.get(name='n1').id, name='m1')], fields=[Author.name])
    assert Author.get_or_none(name='m1')


@checks
@afresh
def atomic_blocks():
    with database.atomic():
        Author.create(name='outer')
        try:
            with database.atomic():
                Author.create(name='Ada')
            assert False, 'accepted'
        except peewee.IntegrityError:
            pass
    with database.atomic() as transaction:
        Author.create(name='gone')
        transaction.rollback()
    assert Author.get_or_none(name='outer') and not Author.get_or_none(name='gone')


@checks
@afresh
def check_and_foreign_key():
    for bad in {'title': 'c', 'price': -1, 'author': Author.get(name='Ada')}, {'title': 'd', 'author': 99999}:
        try:
            with database.atomic():
                Book.create(**bad)
            assert False, 'accepted'
        except peewee.IntegrityError:
            pass


@checks
@afresh
def rows_locked():
    with database.atomic():
        assert Book.select().where(Book.title == 'a').for_update().get().title == 'a'
        assert len(Book.select().for_update('FOR UPDATE SKIP LOCKED')) == 2


@checks
@afresh
def dates():
    assert Author.select().where(Author.born.year == 1815).count() == 1
    assert Book.select(fn.DATE_TRUNC('year', Book.made)).tuples()[0][0].month == 1


@checks
@afresh
def distinct_on_and_paginate():
    assert len(Book.select().distinct(Book.author).order_by(Book.author, Book.title)) == 1
    assert len(Author.select().order_by(Author.id).paginate(2, 10)) == 10


@checks
@afresh
def delete_cascades():
    extra = Author.create(name='extra')
    Book.create(title='x', author=extra)
    extra.delete_instance()
    assert Book.select().where(Book.title == 'x').count() == 0
    assert Author.delete().where(Author.name.startswith('n')).execute() > 0


@checks
@afresh
def what_the_catalogs_tell():
    assert {'author', 'book'} <= set(database.get_tables())
    columns = {c.name: c for c in database.get_columns('book')}
    assert columns['title'].data_type == 'text' and columns['id'].primary_key and columns['code'].null
    assert {tuple(i.columns): i.unique for i in database.get_indexes('book')}[('title', 'author_id')]
    assert [(f.column, f.dest_table) for f in database.get_foreign_keys('book')] == [('author_id', 'author')]
    assert database.get_primary_keys('book') == ['id'] and database.sequence_exists('book_id_seq')


@checks
@afresh
def models_from_the_database():
    found = reflection.Introspector.from_database(database).generate_models()
    assert isinstance(found['book'].price, peewee.DecimalField) and found['book'].author_id.rel_model is found['author']


@checks
@afresh
def migrations():
    migrator = migrate.PostgresqlMigrator(database)
    for step in (migrator.add_column('book', 'pages', peewee.IntegerField(default=7)),
                 migrator.add_column('book', 'note', peewee.CharField(null=True)),
                 migrator.rename_column('book', 'note', 'remark'),
                 migrator.alter_column_type('book', 'remark', peewee.TextField()),
                 migrator.add_not_null('book', 'remark') if Book.select().count() == 0 else
                 migrator.drop_not_null('book', 'pages'),
                 migrator.add_index('book', ('pages', 'remark'), False),
                 migrator.drop_index('book', 'book_pages_remark'),
                 migrator.add_column_default('book', 'remark', 'none'),
                 migrator.drop_column_default('book', 'remark'),
                 migrator.add_unique('book', 'remark'),
                 migrator.drop_column('book', 'remark'),
                 migrator.rename_table('book', 'volume'),
                 migrator.rename_table('volume', 'book')):
        migrate.migrate(step)
    assert [c.name for c in database.get_columns('book')][-1] == 'pages'


@checks
@afresh
def server_side_cursor():
    from playhouse.postgres_ext import PostgresqlExtDatabase, ServerSide
    extended = PostgresqlExtDatabase(checks.database, user=os.environ['LOGIN'], host=os.environ['HOST'],
                                     port=checks.port, password=os.environ['PASSWORD'] or None)
    with extended.bind_ctx([Author]), extended:
        Author.insert_many([{'name': 's%d' % n} for n in range(30)]).execute()
        query = Author.select().where(Author.name.startswith('s')).order_by(Author.id)
        assert len(list(ServerSide(query, array_size=7))) == 30


@checks
@afresh
def binary_json_and_arrays():
    class Paper(Base):
        facts = postgres_ext.BinaryJSONField(default={})
        tags = postgres_ext.ArrayField(peewee.TextField)

    database.create_tables([Paper])
    Paper.create(facts={'a': {'b': 1}}, tags=['x', 'y'])
    assert Paper.get(Paper.facts.contains({'a': {'b': 1}})).tags == ['x', 'y']
    assert Paper.select().where(Paper.tags.contains('x')).count() == 1


@checks
@afresh
def drop_tables():
    database.drop_tables([Book, Author], cascade=True)
    assert not Book.table_exists()


checks.run()
