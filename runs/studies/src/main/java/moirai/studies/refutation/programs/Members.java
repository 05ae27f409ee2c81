package moirai.studies.refutation.programs;

import java.util.Map;

/** The helpers that random programs use, by the name that shows their use. */
public final class Members {

    public static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("read", """
                    private static int read(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            if (!r.next()) {
                                throw new SQLException("none");
                            }
                            return r.getInt(1);
                        }
                    }
                    """),
            Map.entry("readOr", """
                    private static int readOr(Connection c, int id, int otherwise) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            return r.next() ? r.getInt("bal") : otherwise;
                        }
                    }
                    """),
            Map.entry("write", """
                    private static void write(Connection c, int id, int bal) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?")) {
                            s.setInt(1, bal);
                            s.setInt(2, id);
                            s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("lock", """
                    private static int lock(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ? FOR UPDATE")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            if (!r.next()) {
                                throw new SQLException("none");
                            }
                            return r.getInt(1);
                        }
                    }
                    """),
            Map.entry("lockOr", """
                    private static int lockOr(Connection c, int id, int otherwise) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT bal FROM acc WHERE id = ? FOR UPDATE")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            return r.next() ? r.getInt("bal") : otherwise;
                        }
                    }
                    """),
            Map.entry("addTo", """
                    private static int addTo(Connection c, int id, int amount) throws SQLException {
                        String sql = "UPDATE acc SET bal = bal + ? WHERE id = ?";
                        try (PreparedStatement s = c.prepareStatement(sql)) {
                            s.setInt(1, amount);
                            s.setInt(2, id);
                            return s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("exists", """
                    private static boolean exists(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT 1 FROM log WHERE id = ?")) {
                            s.setInt(1, id);
                            return s.executeQuery().next();
                        }
                    }
                    """),
            Map.entry("isTaken", """
                    private static boolean isTaken(Connection c, int n) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT 1 FROM log WHERE n = ?")) {
                            s.setInt(1, n);
                            return s.executeQuery().next();
                        }
                    }
                    """),
            Map.entry("logged", """
                    private static int logged(Connection c) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT COUNT(*) FROM log")) {
                            ResultSet r = s.executeQuery();
                            r.next();
                            return r.getInt(1);
                        }
                    }
                    """),
            Map.entry("erase", """
                    private static int erase(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("DELETE FROM log WHERE id = ?")) {
                            s.setInt(1, id);
                            return s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("Row", "record Row(int bal, int version) {}\n"),
            Map.entry("rowOf", """
                    private static Row rowOf(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT bal, version FROM acc WHERE id = ?")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            if (!r.next()) {
                                throw new SQLException("none");
                            }
                            return new Row(r.getInt(1), r.getInt(2));
                        }
                    }
                    """),
            Map.entry("writeNext", """
                    private static int writeNext(Connection c, int id, int bal, int version) throws SQLException {
                        String sql = "UPDATE acc SET bal = ?, version = version + 1 WHERE id = ? AND version = ?";
                        try (PreparedStatement s = c.prepareStatement(sql)) {
                            s.setInt(1, bal);
                            s.setInt(2, id);
                            s.setInt(3, version);
                            return s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("number", """
                    private static int number(Connection c, int id) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("SELECT n FROM log WHERE id = ?")) {
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            return r.next() ? r.getInt(1) : 0;
                        }
                    }
                    """),
            Map.entry("touch", """
                    private static void touch(Connection c) throws SQLException {
                        try (PreparedStatement s = c.prepareStatement("UPDATE log SET n = n + 1 WHERE id = 1")) {
                            s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("note", "static void note(String text) {}\n"),
            Map.entry("log", """
                    private static void log(Connection c, int id, int n) throws SQLException {
                        String sql = "INSERT INTO log (id, acc, n) VALUES (?, 1, ?)";
                        try (PreparedStatement s = c.prepareStatement(sql)) {
                            s.setInt(1, id);
                            s.setInt(2, n);
                            s.executeUpdate();
                        }
                    }
                    """),
            Map.entry("Reader", """
                    static final class Reader {
                        private final Connection connection;
                        Reader(Connection connection) {
                            this.connection = connection;
                        }
                        int read(int key) throws SQLException {
                            try (Statement s = connection.createStatement();
                                    ResultSet r = s.executeQuery("SELECT bal FROM acc WHERE id = " + key)) {
                                return r.next() ? r.getInt(1) : 0;
                            }
                        }
                    }
                    """),
            Map.entry("Writer", """
                    static final class Writer {
                        private final Connection connection;
                        private final int key;
                        Writer(Connection connection, int key) {
                            this.connection = connection;
                            this.key = key;
                        }
                        void write(int bal) throws SQLException {
                            try (PreparedStatement s =
                                    connection.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?")) {
                                s.setInt(1, bal);
                                s.setInt(2, key);
                                s.execute();
                            }
                        }
                    }
                    """),
            Map.entry("Box", """
                    static final class Box {
                        int key;
                        Box(int key) {
                            this.key = key;
                        }
                        void put(int other) {
                            key = other;
                        }
                        int key() {
                            return key;
                        }
                    }
                    """),
            Map.entry("Pair", """
                    record Pair(int first, int last) {
                        Pair swapped() {
                            return new Pair(last, first);
                        }
                    }
                    """),
            Map.entry("Kind", """
                    enum Kind {
                        OFF,
                        ON {
                            @Override
                            boolean isOn() {
                                return true;
                            }
                        };
                        boolean isOn() {
                            return false;
                        }
                        int choose(int a, int b) {
                            return this == ON ? b : a;
                        }
                        static Kind of(int number) {
                            return number > 1 ? ON : OFF;
                        }
                    }
                    """),
            Map.entry("isOdd", """
                    static boolean isOdd(int number) {
                        return number % 2 == 1;
                    }
                    """),
            Map.entry("fill", """
                    static void fill(List<Integer> list, int number) {
                        list.add(number);
                    }
                    """),
            Map.entry("latter", """
                    static int latter(int... numbers) {
                        return numbers[numbers.length - 1];
                    }
                    """),
            Map.entry("down", """
                    static int down(int number, int steps) {
                        return steps == 0 ? number : down(number, steps - 1);
                    }
                    """),
            Map.entry("larger", """
                    static int larger(int a, int b) {
                        if (a > b) {
                            return a;
                        }
                        return b;
                    }
                    """),
            Map.entry("total", "int total;\n"),
            Map.entry("undo", """
                    static void undo(Connection c) throws SQLException {
                        c.rollback();
                    }
                    """),
            Map.entry("done", """
                    static void done(Connection c) throws SQLException {
                        c.commit();
                    }
                    """),
            Map.entry("tried", """
                    private static boolean tried(Connection c, int id, int value) throws SQLException {
                        try {
                            write(c, id, value);
                            c.commit();
                            return true;
                        } catch (SQLException e) {
                            c.rollback();
                            return false;
                        }
                    }
                    """),
            Map.entry("check", """
                    static void check(int number) {
                        if (number > 1) {
                            throw new IllegalArgumentException("too much");
                        }
                    }
                    """));

    private Members() {}
}
