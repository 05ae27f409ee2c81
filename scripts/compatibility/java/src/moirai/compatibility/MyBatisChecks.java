package moirai.compatibility;

import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.refused;
import static moirai.compatibility.Checks.same;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Many;
import org.apache.ibatis.annotations.MapKey;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Results;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;

/** The checks of MyBatis: mappers with annotations, dynamic SQL, batches, handlers of types. */
final class MyBatisChecks {

    private static SqlSessionFactory factory;

    private MyBatisChecks() {}

    enum Mood {
        SAD,
        HAPPY
    }

    static class Author {
        Integer id;
        String name;
        LocalDate born;
        OffsetDateTime made;
        Mood mood;
        UUID key;
        List<String> tags;
        List<Book> books;

        Author() {}

        Author(String name, LocalDate born, Mood mood) {
            this.name = name;
            this.born = born;
            this.mood = mood;
        }
    }

    static class Book {
        Long id;
        String title;
        Integer authorId;
    }

    /** Maps text[] to a list. */
    public static final class TextArray extends BaseTypeHandler<List<String>> {
        @Override
        public void setNonNullParameter(PreparedStatement s, int i, List<String> list, JdbcType type)
                throws SQLException {
            s.setArray(i, s.getConnection().createArrayOf("text", list.toArray()));
        }

        @Override
        public List<String> getNullableResult(ResultSet rows, String column) throws SQLException {
            return rows.getArray(column) == null
                    ? null
                    : List.of((String[]) rows.getArray(column).getArray());
        }

        @Override
        public List<String> getNullableResult(ResultSet rows, int column) throws SQLException {
            return List.of((String[]) rows.getArray(column).getArray());
        }

        @Override
        public List<String> getNullableResult(CallableStatement call, int column) throws SQLException {
            return List.of((String[]) call.getArray(column).getArray());
        }
    }

    /** The statements of the checks. */
    interface Mapper {
        @Insert("INSERT INTO author (name, born, mood) VALUES (#{name}, #{born}, #{mood})")
        @Options(useGeneratedKeys = true, keyProperty = "id,made,key", keyColumn = "id,made,key")
        int add(Author author);

        @Insert("INSERT INTO author (id, name) VALUES (#{id}, #{name})")
        @SelectKey(
                statement = "SELECT nextval('author_id_seq')",
                keyProperty = "id",
                before = true,
                resultType = int.class)
        int addWithKey(Author author);

        @Insert("<script>INSERT INTO book (title, author_id) VALUES "
                + "<foreach collection='titles' item='t' separator=','>"
                + "(#{t}, #{author})</foreach></script>")
        int addBooks(@Param("author") int author, @Param("titles") List<String> titles);

        @Insert("INSERT INTO author (name, born) VALUES (#{name}, #{born}) "
                + "ON CONFLICT (name) DO UPDATE SET born = excluded.born")
        int upsert(Author author);

        @Select("INSERT INTO author (name) VALUES (#{name}) RETURNING id")
        int addReturning(String name);

        @Select("SELECT * FROM author WHERE name = #{name}")
        @Results({
            @Result(property = "id", column = "id", id = true),
            @Result(property = "tags", column = "tags", typeHandler = TextArray.class),
            @Result(property = "books", column = "id", many = @Many(select = "books"))
        })
        Author byName(String name);

        @Select("SELECT id, title, author_id FROM book WHERE author_id = #{id} ORDER BY title")
        List<Book> books(int id);

        @Select("<script>SELECT count(*) FROM author <where><if test='name != null'>name LIKE #{name} || '%'</if>"
                + "<if test='moods != null'> AND mood IN <foreach collection='moods' item='m' open='(' separator=',' "
                + "close=')'>#{m}</foreach></if></where></script>")
        int count(@Param("name") String name, @Param("moods") List<Mood> moods);

        @Select("SELECT name, count(b.id) AS books FROM author a LEFT JOIN book b ON b.author_id = a.id GROUP BY name")
        @MapKey("name")
        Map<String, Map<String, Object>> bookCounts();

        @Select("SELECT name FROM author ORDER BY name")
        Cursor<String> names();

        @Update("<script>UPDATE author <set><if test='born != null'>born = #{born},</if>"
                + "<if test='mood != null'>mood = #{mood},</if></set> WHERE name = #{name}</script>")
        int change(Author author);

        @Update("UPDATE author SET tags = #{tags, typeHandler=moirai.compatibility.MyBatisChecks$TextArray} "
                + "WHERE name = #{name}")
        int tag(@Param("name") String name, @Param("tags") List<String> tags);

        @Delete("DELETE FROM author WHERE name LIKE #{pattern}")
        int remove(String pattern);
    }

    public static void main(String[] arguments) {
        var checks = new Checks();
        changes(checks);
        queries(checks);
        sessions(checks);
        checks.run(() -> {
            execute(
                    "CREATE TABLE author (id serial PRIMARY KEY, name varchar(80) UNIQUE, born date, "
                            + "made timestamptz DEFAULT now(), mood varchar(10), key uuid DEFAULT gen_random_uuid(), "
                            + "tags text[])",
                    "CREATE TABLE book (id bigserial PRIMARY KEY, title text, "
                            + "author_id integer REFERENCES author ON DELETE CASCADE)");
            var source = new PooledDataSource("org.postgresql.Driver", Checks.URL, Checks.LOGIN, Checks.PASSWORD);
            var configuration = new Configuration(new Environment("checks", new JdbcTransactionFactory(), source));
            configuration.setMapUnderscoreToCamelCase(true);
            configuration.getTypeHandlerRegistry().register(UUID.class, JdbcType.OTHER, new UuidHandler());
            configuration.getTypeHandlerRegistry().register(UUID.class, new UuidHandler());
            configuration.addMapper(Mapper.class);
            factory = new SqlSessionFactoryBuilder().build(configuration);
        });
    }

    /** Maps uuid. */
    public static final class UuidHandler extends BaseTypeHandler<UUID> {
        @Override
        public void setNonNullParameter(PreparedStatement s, int i, UUID value, JdbcType type) throws SQLException {
            s.setObject(i, value);
        }

        @Override
        public UUID getNullableResult(ResultSet rows, String column) throws SQLException {
            return rows.getObject(column, UUID.class);
        }

        @Override
        public UUID getNullableResult(ResultSet rows, int column) throws SQLException {
            return rows.getObject(column, UUID.class);
        }

        @Override
        public UUID getNullableResult(CallableStatement call, int column) throws SQLException {
            return call.getObject(column, UUID.class);
        }
    }

    private static <T> T inSession(Function<Mapper, T> use) {
        try (SqlSession session = factory.openSession()) {
            T result = use.apply(session.getMapper(Mapper.class));
            session.commit();
            return result;
        }
    }

    private static void changes(Checks checks) {
        checks.check("insert_with_generated_keys", () -> {
            var ada = new Author("Ada", LocalDate.of(1815, 12, 10), Mood.HAPPY);
            same(inSession(m -> m.add(ada)), 1);
            holds(ada.id > 0 && ada.made != null && ada.key != null, ada.id + " " + ada.made + " " + ada.key);
        });
        checks.check("insert_with_a_selected_key", () -> {
            var bob = new Author("Bob", null, null);
            inSession(m -> m.addWithKey(bob));
            holds(bob.id > 0, bob.id);
        });
        checks.check("insert_with_returning", () -> holds(inSession(m -> m.addReturning("Cleo")) > 0, "no key"));
        checks.check(
                "insert_of_a_list",
                () -> same(inSession(m -> m.addBooks(m.byName("Ada").id, List.of("a", "b", "c"))), 3));
        checks.check("upsert", () -> {
            inSession(m -> m.upsert(new Author("Ada", LocalDate.of(1815, 12, 11), null)));
            same(inSession(m -> m.byName("Ada").born), LocalDate.of(1815, 12, 11));
        });
        checks.check(
                "update_of_what_is_given", () -> same(inSession(m -> m.change(new Author("Bob", null, Mood.SAD))), 1));
        checks.check("array_with_a_handler", () -> {
            inSession(m -> m.tag("Ada", List.of("x", "y,z")));
            same(inSession(m -> m.byName("Ada").tags), List.of("x", "y,z"));
        });
        checks.check(
                "constraint_that_is_violated",
                () -> refused("23505", () -> inSession(m -> m.add(new Author("Ada", null, null)))));
    }

    private static void queries(Checks checks) {
        checks.check(
                "nested_select",
                () -> same(
                        inSession(m ->
                                m.byName("Ada").books.stream().map(b -> b.title).toList()),
                        List.of("a", "b", "c")));
        checks.check("types_mapped", () -> {
            Author ada = inSession(m -> m.byName("Ada"));
            same(ada.mood, Mood.HAPPY);
            holds(ada.made.isBefore(OffsetDateTime.now().plusHours(1)), ada.made);
        });
        checks.check("dynamic_conditions", () -> {
            same(inSession(m -> m.count("A", List.of(Mood.HAPPY, Mood.SAD))), 1);
            same(inSession(m -> m.count(null, null)), 3);
        });
        checks.check(
                "map_by_key",
                () -> same(inSession(m -> m.bookCounts().get("Ada").get("books")), 3L));
        checks.check("cursor", () -> {
            try (SqlSession session = factory.openSession();
                    Cursor<String> names = session.getMapper(Mapper.class).names()) {
                var seen = new ArrayList<String>();
                names.forEach(seen::add);
                same(seen, List.of("Ada", "Bob", "Cleo"));
            }
        });
        checks.check("bounds_of_rows", () -> {
            try (SqlSession session = factory.openSession()) {
                same(
                        session.selectList(
                                "moirai.compatibility.MyBatisChecks$Mapper.names", null, new RowBounds(1, 1)),
                        List.of("Bob"));
            }
        });
    }

    private static void sessions(Checks checks) {
        checks.check("batch_executor", () -> {
            try (SqlSession session = factory.openSession(ExecutorType.BATCH)) {
                var mapper = session.getMapper(Mapper.class);
                for (int i = 0; i < 50; i++) {
                    mapper.upsert(new Author("batch " + i, null, null));
                }
                same(session.flushStatements().get(0).getUpdateCounts().length, 50);
                session.commit();
            }
            same(inSession(m -> m.count("batch", null)), 50);
        });
        checks.check("rollback", () -> {
            try (SqlSession session = factory.openSession()) {
                session.getMapper(Mapper.class).remove("batch%");
                session.rollback();
            }
            same(inSession(m -> m.count("batch", null)), 50);
        });
        checks.check("delete", () -> same(inSession(m -> m.remove("batch%")), 50));
    }
}
