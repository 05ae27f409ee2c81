"""Checks of SQLAlchemy and Alembic: the unit of work, reflection, and migrations."""
import datetime, decimal, os, tempfile, uuid
import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.dialects import postgresql
from checks import Checks

checks = Checks('sqlalchemy')
DRIVER = os.environ.get('DRIVER', 'psycopg2')
address = checks.url.replace('postgresql:', 'postgresql+' + DRIVER + ':')
if DRIVER == 'asyncpg':
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.util import greenlet_spawn
    engine = create_async_engine(address).sync_engine
    checks.within(greenlet_spawn)
else:
    engine = sa.create_engine(address)


class Base(orm.DeclarativeBase):
    pass


class Author(Base):
    __tablename__ = 'author'
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str] = orm.mapped_column(sa.String(80), unique=True)
    born: orm.Mapped[datetime.date | None]
    books: orm.Mapped[list['Book']] = orm.relationship(back_populates='author', cascade='all, delete-orphan')


class Book(Base):
    __tablename__ = 'book'
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    title: orm.Mapped[str] = orm.mapped_column(sa.Text, index=True)
    price: orm.Mapped[decimal.Decimal] = orm.mapped_column(sa.Numeric(10, 2), server_default='0')
    made: orm.Mapped[datetime.datetime] = orm.mapped_column(sa.DateTime(timezone=True), server_default=sa.func.now())
    version: orm.Mapped[int] = orm.mapped_column(default=1)
    author_id: orm.Mapped[int] = orm.mapped_column(sa.ForeignKey('author.id', ondelete='CASCADE'))
    author: orm.Mapped[Author] = orm.relationship(back_populates='books')
    __mapper_args__ = {'version_id_col': version}


@checks
def drop_and_create_all():
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    Base.metadata.create_all(engine)


@checks
def unit_of_work():
    with orm.Session(engine) as s:
        s.add(Author(name='Ada', born=datetime.date(1815, 12, 10), books=[Book(title='a'), Book(title='b')]))
        s.add_all([Author(name='n%d' % i) for i in range(30)])
        s.commit()


@checks
def queries():
    with orm.Session(engine) as s:
        ada = s.scalars(sa.select(Author).options(orm.selectinload(Author.books)).where(Author.name == 'Ada')).one()
        assert sorted(b.title for b in ada.books) == ['a', 'b']
        joined = s.execute(sa.select(Author.name, sa.func.count(Book.id)).outerjoin(Book).group_by(Author.name)
                           .having(sa.func.count(Book.id) > 1).order_by(Author.name)).all()
        assert joined == [('Ada', 2)], joined
        assert s.scalar(sa.select(sa.func.count()).select_from(Author)) == 31


@checks
def joined_load_and_limit():
    with orm.Session(engine) as s:
        found = s.scalars(sa.select(Author).options(orm.joinedload(Author.books)).order_by(Author.id).limit(2)).unique()
        assert len(found.all()) == 2


@checks
def window_function():
    with orm.Session(engine) as s:
        rank = sa.func.row_number().over(partition_by=Book.author_id, order_by=Book.title)
        assert s.execute(sa.select(Book.title, rank).order_by(Book.title)).all() == [('a', 1), ('b', 2)]


@checks
def exists_and_union():
    with orm.Session(engine) as s:
        has = sa.select(Author.name).where(sa.exists().where(Book.author_id == Author.id))
        names = s.execute(has.union_all(sa.select(Book.title)).order_by(sa.text('1'))).all()
        assert names == [('Ada',), ('a',), ('b',)], names


@checks
def recursive_query():
    with engine.connect() as c:
        n = sa.select(sa.literal(1).label('n')).cte('n', recursive=True)
        n = n.union_all(sa.select(n.c.n + 1).where(n.c.n < 5))
        assert c.execute(sa.select(sa.func.sum(n.c.n))).scalar() == 15


@checks
def version_column_finds_the_stale_one():
    with orm.Session(engine) as one, orm.Session(engine) as two:
        mine = one.scalars(sa.select(Book).where(Book.title == 'a')).one()
        theirs = two.scalars(sa.select(Book).where(Book.title == 'a')).one()
        theirs.price = 5
        two.commit()
        mine.price = 6
        try:
            one.commit()
            assert False, 'a lost update'
        except orm.exc.StaleDataError:
            one.rollback()
        except sa.exc.DBAPIError as refused:  # Stronger levels refuse the statement itself.
            assert 'could not serialize access' in str(refused), refused
            one.rollback()


@checks
def upsert():
    from sqlalchemy.dialects.postgresql import insert
    with engine.begin() as c:
        add = insert(Author).values(name='Ada', born=None)
        c.execute(add.on_conflict_do_update(index_elements=['name'], set_={'born': datetime.date(1815, 12, 10)}))


@checks
def savepoint():
    with orm.Session(engine) as s:
        try:
            with s.begin_nested():
                s.add(Author(name='Ada'))
                s.flush()
        except sa.exc.IntegrityError:
            pass
        s.add(Author(name='after'))
        s.commit()


@checks
def for_update_skip_locked():
    with orm.Session(engine) as s:
        assert s.scalars(sa.select(Book).with_for_update(skip_locked=True).limit(1)).one()


@checks
def delete_cascades():
    with orm.Session(engine) as s:
        s.delete(s.scalars(sa.select(Author).where(Author.name == 'Ada')).one())
        s.commit()
        assert s.scalar(sa.select(sa.func.count()).select_from(Book)) == 0


@checks
def inspection():
    found = sa.inspect(engine)
    assert {'author', 'book'} <= set(found.get_table_names())
    assert [c['name'] for c in found.get_columns('book')][:2] == ['id', 'title']
    assert found.get_foreign_keys('book')[0]['referred_table'] == 'author'
    assert found.get_pk_constraint('book')['constrained_columns'] == ['id']
    assert found.get_indexes('book')[0]['column_names'] == ['title']
    assert found.get_unique_constraints('author')[0]['column_names'] == ['name']
    assert found.has_table('author') and not found.has_table('nothing')


@checks
def reflection():
    meta = sa.MetaData()
    meta.reflect(engine)
    assert isinstance(meta.tables['book'].c.price.type, sa.Numeric)


@checks
def many_rows_with_returning():
    with orm.Session(engine) as s:
        made = s.scalars(sa.insert(Author).returning(Author.id, sort_by_parameter_order=True),
                         [{'name': 'r%d' % i} for i in range(300)]).all()
        s.commit()
        assert made == sorted(made) and len(made) == 300


@checks
def rows_streamed():
    with engine.connect().execution_options(yield_per=50) as c:
        seen = [row.name for part in c.execute(sa.select(Author.name).where(Author.name.like('r%'))).partitions()
                for row in part]
        assert len(seen) == 300, len(seen)


@checks
def update_and_delete_with_returning():
    with orm.Session(engine) as s:
        changed = s.scalars(sa.update(Author).where(Author.name == 'r1').values(name='q1').returning(Author.name)).all()
        gone = s.scalars(sa.delete(Author).where(Author.name.in_(['r2', 'r3'])).returning(Author.name)).all()
        s.commit()
        assert (changed, sorted(gone)) == (['q1'], ['r2', 'r3'])


@checks
def isolation_level_of_an_engine():
    with engine.execution_options(isolation_level='SERIALIZABLE').connect() as c:
        assert c.scalar(sa.text('SHOW transaction_isolation')) == 'serializable'
    with engine.connect().execution_options(isolation_level='AUTOCOMMIT') as c:
        c.execute(sa.insert(Author).values(name='at once'))
    with engine.connect() as c:
        assert c.scalar(sa.select(sa.func.count()).where(Author.name == 'at once')) == 1


@checks
def expressions():
    with engine.connect() as c:
        row = c.execute(sa.select(
            sa.case((sa.literal(1) > 2, 'a'), else_='b'), sa.cast(sa.literal('12'), sa.Integer),
            sa.func.coalesce(None, 5), sa.extract('year', sa.literal(datetime.date(2024, 2, 29))), sa.func.lower('AB'),
            sa.literal('x') + sa.literal('y'), sa.tuple_(1, 2) == sa.tuple_(1, 2), sa.literal(7) / 2)).one()
        assert tuple(row) == ('b', 12, 5, 2024, 'ab', 'xy', True, decimal.Decimal('3.5')), row


def there_and_back(name, column, *values):
    """Asserts that values of a column's type are read as they were written, in a table that is made for it."""
    table = sa.Table(name, sa.MetaData(), sa.Column('id', sa.Integer, primary_key=True), column)
    table.create(engine)
    with engine.begin() as c:
        c.execute(table.insert(), [{'id': n, column.name: value} for n, value in enumerate(values)])
        found = c.scalars(sa.select(table.c[column.name]).order_by(table.c.id)).all()
    table.drop(engine)
    assert found == list(values), found


@checks
def binary_uuid_and_interval():
    there_and_back('blobs', sa.Column('v', sa.LargeBinary), b'\0\1\xff', None)
    there_and_back('codes', sa.Column('v', sa.Uuid), uuid.uuid4())
    there_and_back('spans', sa.Column('v', sa.Interval), datetime.timedelta(days=1, seconds=5))
    there_and_back('times', sa.Column('v', sa.Time), datetime.time(23, 59, 1))
    there_and_back('floats', sa.Column('v', sa.Double), 0.25, -1e300)


@checks
def json_column():
    there_and_back('papers', sa.Column('v', postgresql.JSONB), {'a': [1, None]}, ['x'])


@checks
def array_column():
    there_and_back('lists', sa.Column('v', postgresql.ARRAY(sa.Text)), ['a', 'b "q"'], [])


@checks
def enumeration_column():
    there_and_back('moods', sa.Column('v', sa.Enum('sad', 'glad', name='mood')), 'glad', 'sad')


@checks
def generated_columns_and_sequences():
    meta = sa.MetaData()
    numbers = sa.Sequence('numbers', start=100, metadata=meta)
    table = sa.Table('sums', meta, sa.Column('id', sa.Integer, sa.Identity(start=10), primary_key=True),
                     sa.Column('a', sa.Integer, numbers),
                     sa.Column('b', sa.Integer, sa.Computed('a * 2', persisted=True)))
    meta.create_all(engine)
    with engine.begin() as c:
        assert tuple(c.execute(table.insert().returning(table.c.id, table.c.a, table.c.b)).one()) == (10, 100, 200)
    found = sa.inspect(engine)
    assert found.has_sequence('numbers') and found.get_columns('sums')[2]['computed']['sqltext']
    assert found.get_columns('sums')[0]['identity']['start'] == 10
    meta.drop_all(engine)


@checks
def details_of_inspection():
    meta = sa.MetaData()
    positive = sa.CheckConstraint('a > 0', name='a_positive')
    sa.Table('detailed', meta, sa.Column('a', sa.Integer, positive, comment='first'),
             sa.Column('b', sa.String(20)), sa.Index('b_lower', sa.text('lower(b)')),
             sa.Index('a_part', 'a', postgresql_where=sa.text('a > 5')), comment='the table')
    meta.create_all(engine)
    found = sa.inspect(engine)
    assert found.get_check_constraints('detailed')[0]['name'] == 'a_positive'
    assert found.get_table_comment('detailed')['text'] == 'the table'
    assert found.get_columns('detailed')[0]['comment'] == 'first'
    assert {i['name'] for i in found.get_indexes('detailed')} == {'b_lower', 'a_part'}
    meta.drop_all(engine)


ENVIRONMENT = '''
from alembic import context
with context.config.attributes['engine'].connect() as connection:
    context.configure(connection=connection)
    with context.begin_transaction():
        context.run_migrations()
'''


@checks
def alembic_migrations():
    import alembic.config, alembic.command
    with engine.begin() as c:
        c.execute(sa.text('DROP TABLE IF EXISTS alembic_version, moved, tag'))
    with tempfile.TemporaryDirectory() as d:
        c = alembic.config.Config(stdout=open(os.devnull, 'w'))
        c.set_main_option('script_location', d + '/m')
        c.attributes['engine'] = engine
        os.makedirs(d + '/m/versions')
        open(d + '/m/env.py', 'w').write(ENVIRONMENT)
        steps = [
            ("op.create_table('tag', sa.Column('id', sa.Integer, primary_key=True), sa.Column('a', sa.String(10)))",
             "op.drop_table('tag')"),
            ("op.add_column('tag', sa.Column('b', sa.Integer, nullable=False, server_default='7'))",
             "op.drop_column('tag', 'b')"),
            ("op.create_index('tag_a', 'tag', ['a'], unique=True)", "op.drop_index('tag_a')"),
            ("op.alter_column('tag', 'a', new_column_name='c')", "op.alter_column('tag', 'c', new_column_name='a')"),
            ("op.alter_column('tag', 'c', type_=sa.Text)", "op.alter_column('tag', 'c', type_=sa.String(10))"),
            ("op.alter_column('tag', 'b', server_default=None)", "op.alter_column('tag', 'b', server_default='7')"),
            ("op.alter_column('tag', 'c', nullable=False)", "op.alter_column('tag', 'c', nullable=True)"),
            ("op.create_check_constraint('tag_b', 'tag', 'b > 0')", "op.drop_constraint('tag_b', 'tag')"),
            ("op.create_unique_constraint('tag_b_c', 'tag', ['b', 'c'])", "op.drop_constraint('tag_b_c', 'tag')"),
            ("op.rename_table('tag', 'moved')", "op.rename_table('moved', 'tag')"),
            ("op.execute(\"INSERT INTO moved (id, c, b) VALUES (1, 'x', 1)\")", "op.execute('DELETE FROM moved')"),
            ("op.alter_column('moved', 'b', type_=sa.BigInteger)", "op.alter_column('moved', 'b', type_=sa.Integer)"),
            ("op.add_column('moved', sa.Column('at', sa.DateTime, server_default=sa.func.now()))",
             "op.drop_column('moved', 'at')"),
            ("op.create_foreign_key('moved_fk', 'moved', 'author', ['b'], ['id'],"
             " initially='DEFERRED', deferrable=True)",
             "op.drop_constraint('moved_fk', 'moved')"),
        ]
        before = None
        for n, (up, down) in enumerate(steps):
            name = 'r%02d' % n
            open(f'{d}/m/versions/{name}.py', 'w').write(
                f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '{name}'\ndown_revision = {before!r}\n"
                f"branch_labels = None\ndepends_on = None\ndef upgrade():\n    {up}\ndef downgrade():\n    {down}\n")
            before = name
            if name == 'r13':
                with engine.begin() as x:
                    x.execute(sa.text("DELETE FROM moved"))
            alembic.command.upgrade(c, name)
        alembic.command.downgrade(c, 'base')


@checks
def alembic_autogenerate():
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    with engine.connect() as c:
        found = [d for d in compare_metadata(MigrationContext.configure(c), Base.metadata) if d[0] != 'remove_table']
        assert [d for d in found if d[1].name in ('author', 'book')] == [], found


checks.run()
