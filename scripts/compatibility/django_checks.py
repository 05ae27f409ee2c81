"""Checks of Django: the migrations of its own applications, its ORM, and what it reads of the catalogs."""
import contextlib, datetime, decimal, io, os, sys, tempfile
import django
from django.conf import settings
from checks import Checks

checks = Checks('django')
settings.configure(
    INSTALLED_APPS=['django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions',
                    'django.contrib.admin', 'django.contrib.messages', 'shop', 'papers'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': os.environ['DATABASE'],
                           'USER': os.environ['LOGIN'], 'PASSWORD': os.environ['PASSWORD'],
                           'HOST': os.environ['HOST'], 'PORT': os.environ['PORT']}},
    USE_TZ=True, SECRET_KEY='x', DEFAULT_AUTO_FIELD='django.db.models.BigAutoField',
    SILENCED_SYSTEM_CHECKS=['admin.E%d' % n for n in range(403, 411)])

SHOP = """
from django.db import models


class Shelf(models.Model):
    name = models.CharField(max_length=40, unique=True)


class Article(models.Model):
    title = models.CharField(max_length=80, db_index=True)
    price = models.DecimalField(max_digits=10, decimal_places=2, default=0)
    made = models.DateTimeField(auto_now_add=True)
    day = models.DateField(null=True)
    code = models.UUIDField(null=True)
    weight = models.FloatField(null=True)
    sold = models.BooleanField(default=False)
    stock = models.PositiveIntegerField(default=0)
    raw = models.BinaryField(null=True)
    span = models.DurationField(null=True)
    shelves = models.ManyToManyField(Shelf)
    parent = models.ForeignKey('self', null=True, on_delete=models.SET_NULL)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(price__gte=0), name='price_not_negative'),
                       models.UniqueConstraint(fields=['title', 'day'], name='title_of_day')]
"""
# What needs JSON and arrays is an application of its own, so that the other one does not depend on them.
PAPERS = """
from django.contrib.postgres.fields import ArrayField
from django.db import models


class Paper(models.Model):
    facts = models.JSONField(default=dict)


class Tagged(models.Model):
    tags = ArrayField(models.CharField(max_length=20), default=list)
"""
home = tempfile.mkdtemp()
for application, text in ('shop', SHOP), ('papers', PAPERS):
    os.makedirs(home + '/' + application + '/migrations')
    open(home + '/' + application + '/__init__.py', 'w').close()
    open(home + '/' + application + '/migrations/__init__.py', 'w').close()
    open(home + '/' + application + '/models.py', 'w').write(text)
sys.path.insert(0, home)
django.setup()
from django.core.management import call_command
from django.db import connection, models, transaction, IntegrityError
from papers.models import Paper, Tagged
from shop.models import Article, Shelf


def quietly(*command):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        call_command(*command)
    return out.getvalue()


@checks
def makemigrations_and_migrate():
    quietly('makemigrations', 'shop')
    for application in 'auth', 'admin', 'sessions', 'shop', 'shop':
        quietly('migrate', application)


@checks
def create_and_query():
    shelf = Shelf.objects.create(name='a')
    article = Article.objects.create(title='x', price=decimal.Decimal('2.50'), day=datetime.date(2024, 2, 29),
                                     raw=b'\0\1', span=datetime.timedelta(hours=30))
    article.shelves.add(shelf)
    found = Article.objects.get(shelves__name='a')
    assert (found.price, found.day, bytes(found.raw), found.span) == (
        decimal.Decimal('2.50'), datetime.date(2024, 2, 29), b'\0\1', datetime.timedelta(hours=30)), vars(found)


@checks
def bulk_create_and_update():
    Article.objects.bulk_create([Article(title='b%d' % n, stock=n) for n in range(120)])
    few = list(Article.objects.filter(title__startswith='b').order_by('stock')[:5])
    for each in few:
        each.stock += 1000
    Article.objects.bulk_update(few, ['stock'])
    assert Article.objects.filter(stock__gte=1000).count() == 5


@checks
def upsert():
    Shelf.objects.bulk_create([Shelf(name='a'), Shelf(name='new')], update_conflicts=True, update_fields=['name'],
                              unique_fields=['name'])
    Shelf.objects.bulk_create([Shelf(name='a')], ignore_conflicts=True)
    assert Shelf.objects.get_or_create(name='a')[1] is False
    assert Shelf.objects.update_or_create(name='a', defaults={'name': 'a'})[1] is False


@checks
def f_expression_and_aggregates():
    Article.objects.filter(title='b1').update(stock=models.F('stock') + 7)
    assert Article.objects.aggregate(n=models.Count('id'), m=models.Max('stock'))['n'] == 121
    by_shelf = Shelf.objects.annotate(n=models.Count('article')).values_list('name', 'n').order_by('name')
    assert list(by_shelf) == [('a', 1), ('new', 0)], list(by_shelf)


@checks
def subquery_and_window():
    newest = Article.objects.filter(shelves=models.OuterRef('pk')).order_by('-id').values('title')[:1]
    assert Shelf.objects.annotate(t=models.Subquery(newest)).get(name='a').t == 'x'
    rank = models.Window(models.functions.RowNumber() if hasattr(models, 'functions') else None, order_by='title')
    assert Article.objects.annotate(r=rank).order_by('r').first().r == 1


@checks
def dates():
    assert Article.objects.filter(day__year=2024).count() == 1
    assert list(Article.objects.dates('day', 'month')) == [datetime.date(2024, 2, 1)]
    assert Article.objects.filter(made__date__gte=datetime.date(2020, 1, 1)).count() == 121


@checks
def atomic_and_savepoint():
    with transaction.atomic():
        try:
            with transaction.atomic():
                Shelf.objects.create(name='a')
        except IntegrityError:
            pass
        Shelf.objects.create(name='after')
    assert Shelf.objects.filter(name='after').exists()


@checks
def check_constraint():
    try:
        Article.objects.create(title='bad', price=-1)
        assert False, 'accepted'
    except IntegrityError as e:
        assert 'price_not_negative' in str(e)


@checks
def deferred_foreign_key():
    try:
        with transaction.atomic():
            Article.objects.create(title='orphan', parent_id=999999)
        assert False, 'accepted'
    except IntegrityError:
        pass
    with transaction.atomic():
        Article.objects.create(title='early', parent_id=777777)
        Article.objects.create(id=777777, title='late')
    assert Article.objects.get(title='early').parent.title == 'late'


@checks
def select_for_update():
    with transaction.atomic():
        assert Article.objects.select_for_update(skip_locked=True).filter(title='x').count() >= 0
        assert Article.objects.select_for_update().get(title='x')


@checks
def iterator():
    assert sum(1 for each in Article.objects.order_by('id').iterator(chunk_size=50)) >= 121


@checks
def delete_with_relations():
    Article.objects.get(title='x').delete()
    assert Shelf.objects.get(name='a').article_set.count() == 0


@checks
def users_and_permissions():
    from django.contrib.auth.models import Group, Permission, User
    user = User.objects.create_user('ada%d' % User.objects.count(), 'a@b.c', 'pw')
    group, made = Group.objects.get_or_create(name='g')
    group.permissions.set(Permission.objects.all()[:3])
    user.groups.add(group)
    assert len(User.objects.get(pk=user.pk).get_all_permissions()) == 3


@checks
def session_backend():
    from django.contrib.sessions.backends.db import SessionStore
    session = SessionStore()
    session['a'] = 1
    session.save()
    assert SessionStore(session_key=session.session_key)['a'] == 1


@checks
def introspection():
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        assert 'shop_article' in names
        found = connection.introspection.get_constraints(cursor, 'shop_article')
        assert found['price_not_negative']['check'] and found['title_of_day']['unique']
        assert connection.introspection.get_sequences(cursor, 'shop_article')
        assert connection.introspection.get_relations(cursor, 'shop_article')['parent_id'][1] == 'shop_article'


@checks
def inspectdb():
    assert 'class ShopArticle' in quietly('inspectdb', 'shop_article')


@checks
def later_migration():
    open(home + '/shop/migrations/0002_more.py', 'w').write("""
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('shop', '0001_initial')]
    operations = [
        migrations.AddField('shelf', 'place', models.CharField(max_length=20, default='here')),
        migrations.AddField('shelf', 'room', models.IntegerField(null=True)),
        migrations.RenameField('shelf', 'room', 'hall'),
        migrations.AlterField('shelf', 'name', models.CharField(max_length=80, unique=True)),
        migrations.AddIndex('shelf', models.Index(fields=['place'], name='shelf_place')),
        migrations.RemoveIndex('shelf', 'shelf_place'),
        migrations.RemoveField('shelf', 'hall'),
        migrations.CreateModel('Note', [('id', models.BigAutoField(primary_key=True)),
                                        ('shelf', models.ForeignKey('shop.Shelf', models.CASCADE))]),
        migrations.RenameModel('Note', 'Remark'),
        migrations.RunSQL("UPDATE shop_shelf SET place = 'there'", migrations.RunSQL.noop),
        migrations.DeleteModel('Remark'),
    ]
""")
    quietly('migrate', 'shop', '0002')
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM shop_shelf WHERE place = 'there'")
        assert cursor.fetchone()[0] == Shelf.objects.count()


@checks
def json_field():
    quietly('makemigrations', 'papers')
    quietly('migrate', 'papers')
    Paper.objects.create(facts={'a': [1]})
    assert Paper.objects.filter(facts__a__0=1).count() == 1
    assert Paper.objects.filter(facts__has_key='a').count() == 1
    assert Paper.objects.get(facts__contains={'a': [1]}).facts == {'a': [1]}


@checks
def array_field():
    Tagged.objects.create(tags=['a', 'b'])
    assert Tagged.objects.get(tags__contains=['b']).tags == ['a', 'b']
    assert Tagged.objects.filter(tags__len=2, tags__0='a').count() == 1


@checks
def generated_sql_and_plan():
    assert 'CREATE TABLE "shop_shelf"' in quietly('sqlmigrate', 'shop', '0001')
    assert 'shop_shelf' in Shelf.objects.filter(name='a').explain()


@checks
def flush():
    quietly('flush', '--no-input')
    assert Article.objects.count() == 0


checks.run()
