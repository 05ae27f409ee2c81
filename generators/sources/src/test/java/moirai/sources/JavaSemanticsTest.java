package moirai.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.directed.program.ProgramPrinter;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Code whose condition is always true in Java: that it deletes in the other case is not in an exact program. What is
 * not followed is a loss.
 */
class JavaSemanticsTest {

    private static final String BANK = """
            import java.sql.*;
            import java.util.*;
            public final class Bank {
                static final String A = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL)";
                static final String B = "CREATE TABLE log (id INT PRIMARY KEY)";
                static final class Box {
                    private int key;
                    Box(int key) { this.key = key; }
                    void put(int other) { this.key = other; }
                    int key() { return key; }
                }
                MEMBERS
                public void run(Connection c, int id, int other, int[] ids, List<Integer> list) throws SQLException {
                    c.setAutoCommit(false);
                    c.createStatement().execute("UPDATE acc SET bal = 1");
                    BODY
                    c.commit();
                }
            }
            """;

    @TempDir
    Path folder;

    private Translation translate(String body, String members) throws IOException {
        String source = BANK.replace("MEMBERS", members == null ? "" : members).replace("BODY", body);
        return JavaSources.translate(SourceOptions.of(Files.writeString(folder.resolve("Bank.java"), source), 2));
    }

    private Translation where(String body, String condition, String members) throws IOException {
        return translate(
                body + " if (!(" + condition + ")) { c.createStatement().execute(\"DELETE FROM log\"); }", members);
    }

    private static void assertNotExactlyWrong(Translation translation) {
        assertThat(!translation.isExact()
                        || !ProgramPrinter.print(translation.program()).contains("DELETE"))
                .as(ProgramPrinter.print(translation.program()) + translation.diagnostics())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int[] a = {2, 1}; Arrays.sort(a);|a[0] == 1",
                "int[] a = new int[2]; Arrays.fill(a, 5);|a[0] == 5",
                "int[] a = new int[2]; Arrays.setAll(a, i -> 5);|a[0] == 5",
                "int[] a = new int[2]; System.arraycopy(new int[] {5}, 0, a, 0, 1);|a[0] == 5",
                "Integer[] a = {1, 2}; List<Integer> l = Arrays.asList(a); l.set(0, 5);|a[0] == 5",
                "Integer[] a = {1, 2}; Collections.reverse(Arrays.asList(a));|a[0] == 2",
                "List<Integer> l = new ArrayList<>(List.of(1, 2)); l.subList(0, 1).clear();|l.get(0) == 2",
                "List<Integer> l = new ArrayList<>(List.of(1, 2)); var v = l.subList(0, 1); v.clear();|l.size() == 1",
                "List<Integer> l = new ArrayList<>(List.of(1, 2)); var i = l.iterator(); i.next(); i.remove();"
                        + "|l.size() == 1",
                "List<Integer> l = new ArrayList<>(List.of(2, 1)); Collections.sort(l);|l.get(0) == 1",
                "List<Integer> l = new ArrayList<>(List.of(2, 1)); l.sort(null);|l.get(0) == 1",
                "List<Integer> l = new ArrayList<>(List.of(1)); var v = Collections.unmodifiableList(l); l.set(0, 5);"
                        + "|v.get(0) == 5",
                "List<Integer> l = new ArrayList<>(List.of(2, 1)); var v = List.copyOf(l); l.set(0, 5);|v.get(0) == 2",
                "var q = new ArrayDeque<>(List.of(2, 1)); q.poll();|q.size() == 1",
                "var b = new StringBuilder(\"ab\"); b.delete(0, 1);|b.toString().equals(\"b\")",
                "var b = new StringBuilder(\"ab\"); b.insert(0, \"x\");|b.toString().equals(\"xab\")",
                "var b = new StringBuilder(\"ab\"); b.setLength(b.length() - 1);|b.toString().equals(\"a\")",
                "var b = new StringBuilder(\"ab\"); b.setLength(0); b.append('c');|b.toString().equals(\"c\")",
                "var b = new StringBuilder(\"ab\"); b.deleteCharAt(1);|b.toString().equals(\"a\")",
                "var b = new StringBuilder(\"ab\"); b.replace(0, 1, \"c\");|b.toString().equals(\"cb\")",
                "var b = new StringBuilder(id > 3 ? \"a,\" : \"bc,\"); b.deleteCharAt(b.length() - 1);"
                        + "|b.length() == (id > 3 ? 1 : 2)",
                "var b = new StringBuilder(\"ab\"); b.reverse();|b.toString().equals(\"ba\")",
                "var b = new StringBuilder(\"ab\"); b.setCharAt(0, 'c');|b.toString().equals(\"cb\")",
                "var b = new StringBuilder(\"ab\"); b.append(\"cd\", 0, 1);|b.toString().equals(\"abc\")",
                "var b = new StringBuilder(\"ab\"); new Formatter(b).format(\"c\");|b.toString().equals(\"abc\")",
                "var b = new StringBuilder(\"ab\"); var d = new StringBuilder(b); b.append(\"c\");"
                        + "|d.toString().equals(\"ab\")",
            })
    void whatALibraryChangesIsNotTakenForUnchanged(String body, String condition) throws IOException {
        assertNotExactlyWrong(where(body, condition, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Box x = new Box(0); new Thread(() -> x.put(5)).run();|x.key() == 5",
                "Box x = new Box(0); Map<Integer, Integer> m = new HashMap<>(); m.computeIfAbsent(1, k -> { x.put(5);"
                        + " return 1; });|x.key() == 5",
                "Box x = new Box(0); list.stream().forEach(x::put);|x.key() == 5",
                "Box x = new Box(0); new Thread(new Runnable() { public void run() { x.put(5); } }).run();"
                        + "|x.key() == 5",
                "List<Integer> l = new ArrayList<>(); Map<Integer, Integer> m = new HashMap<>();"
                        + " m.computeIfAbsent(1, k -> { l.add(5); return 1; });|l.size() == 1",
                "int[] a = {0}; new Thread(() -> a[0] = 5).run();|a[0] == 5",
                "Map<Integer, Box> m = new HashMap<>(); Box x = new Box(0); m.put(1, x); m.get(1).put(5);"
                        + "|x.key() == 5",
                "Map<Integer, List<Integer>> m = new HashMap<>(); List<Integer> l = new ArrayList<>(); m.put(1, l);"
                        + " m.get(1).add(5);|l.size() == 1",
            })
    void codeThatIsGivenAwayMayChangeWhatItNames(String body, String condition) throws IOException {
        assertNotExactlyWrong(where(body, condition, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "R x = new R(0);|x.k() == 5|record R(int k) { R { k = 5; } }",
                "R x = new R(0);|x.k() == 5|record R(int k) { R(int k) { this.k = 5; } }",
                "R x = new R();|x.k() == 5|record R(int k) { R { k = 5; } R() { this(0); } }",
                "R x = new R(id, 4);|x.k() == 5|record R(int i, int k) { R { k = sum(k); } static int sum(int k) {"
                        + " return k + 1; } }",
            })
    void constructorsOfRecordsAreRun(String body, String condition, String members) throws IOException {
        Translation translation = where(body, condition, members);

        assertThat(translation.isExact())
                .as(translation.diagnostics().toString())
                .isTrue();
        assertThat(ProgramPrinter.print(translation.program())).doesNotContain("DELETE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int x = 2147483647; x++;|x < 0",
                "int x = 65536 * 65536;|x == 0",
                "long x = 65536 * 65536;|x == 0",
                "long x = 65536L * 65536;|x == 4294967296L",
                "int x = Integer.MAX_VALUE + 1;|x < 0",
                "byte x = 0; x += 300;|x == 44",
                "byte x = 127; x++;|x == -128",
                "int x = (int) 5.7;|x == 5",
                "int x = (int) 4294967296L;|x == 0",
                "int x = (int) 1e10;|x == 2147483647",
                "byte x = (byte) 300;|x == 44",
                "double d = 0.1 + 0.2;|d != 0.3",
                "double d = 1; d /= 3;|d > 0",
                "double d = 1; d = 1; d = d / 3;|d > 0",
                "float f = 0.1f;|f != 0.1",
                "float f = 16777216f; f += 1;|f == 16777216f",
                "int x = 'a' + 1;|x == 98",
                "char x = 'a'; x++;|x == 'b'",
                "int x = -7 / 2 + -7 % 2;|x == -4",
                "var x = 1.0; x = 1; x = x / 4;|x > 0",
                "java.math.BigDecimal x = new java.math.BigDecimal(\"1.0\");"
                        + "|!x.equals(new java.math.BigDecimal(\"1.00\"))",
                "java.math.BigDecimal x = new java.math.BigDecimal(\"0.1\");"
                        + "|x.add(new java.math.BigDecimal(\"0.2\")).equals(new java.math.BigDecimal(\"0.3\"))",
                "java.math.BigDecimal x = new java.math.BigDecimal(0.1);"
                        + "|!x.equals(new java.math.BigDecimal(\"0.1\"))",
                "int x = new java.math.BigDecimal(\"5.7\").intValue();|x == 5",
                "Integer a = 1000, b = 1000;|a != b",
                "String t = new String(\"a\");|t != \"a\"",
                "int x = id; double d = 0.5; x += d; int y = (int) (id * 0.5);|id != 1 ? true : y == 0",
            })
    void numbersOverflowAndAreRounded(String body, String condition) throws IOException {
        assertNotExactlyWrong(where(body, condition, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int i = 0; int[] a = {1, 2, 3}; a[i++] += 1;|i == 1 && a[0] == 2|",
                "int i = 0; int[] a = {1, 2, 3}; a[i++]++;|i == 1 && a[0] == 2|",
                "int i = 0; int[] a = {1, 2, 3}; a[i] = i = 1;|a[0] == 1 && i == 1|",
                "int i = 1; i += i++ + 1;|i == 3|",
                "S s = new S(); s.next().v += 1;|s.n == 1 && s.v == 1"
                        + "|static class S { int n; int v; S next() { n++; return this; } }",
            })
    void targetsAreEvaluatedOnceAndFirst(String body, String condition, String members) throws IOException {
        Translation translation = where(body, condition, members);

        assertThat(translation.isExact())
                .as(translation.diagnostics().toString())
                .isTrue();
        assertThat(ProgramPrinter.print(translation.program())).doesNotContain("DELETE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int x = 0; a: { if (id == 1) { break a; } x = 1; }|x == (id == 1 ? 0 : 1)",
                "int x = 0; a: if (true) { for (;;) { break a; } }|x == 0",
                "int x = 0; for (;;) { a: { x++; break a; } break; }|x == 1",
                "int x = 0; for (;;) { a: { x++; break; } }|x == 1",
                "int x = 0; a: switch (x) { case 0: for (;;) { x = 1; break a; } default: x = 2; }|x == 1",
                "int x = 0; a: for (;;) { b: { for (;;) { x++; if (x > 1) { break a; } break b; } } }|x == 2",
            })
    void jumpsLeaveWhatHasTheirLabel(String body, String condition) throws IOException {
        assertNotExactlyWrong(where(body, condition, ""));
    }

    @Test
    void aMethodThatCannotBeFollowedIsLeftOutWithItsPlace() throws IOException {
        String other = "public void other(Connection c) throws SQLException {\n c.prepareStatement(); }";
        Translation translation = translate("c.createStatement().execute(\"DELETE FROM log\");", other);

        assertThat(translation.program().txns()).hasSize(1);
        assertThat(translation.diagnostics())
                .extracting(Diagnostic::text)
                .anySatisfy(text -> assertThat(text)
                        .startsWith("Bank.java:13: left out: other: other cannot be followed"
                                + " (java.util.NoSuchElementException"));
    }

    private static final String CFG = "final Cfg cfg = new Cfg(); static class Cfg { int v; final int[] a = {0};"
            + " final List<Integer> l = new ArrayList<>(); void set(int k) { v = k; } } ";

    /** Another call may have run before, or the constructor has: the field holds 5, and then the condition holds. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cfg.v == 5|public void hit() { cfg.v = 5; }",
                "cfg.v == 5|Bank() { cfg.set(5); }",
                "cfg.v == 5|{ cfg.set(5); }",
                "cfg.v == 5|Bank() { cfg.v = 5; }",
                "a[0] == 5|private final int[] a = {0}; public void on() { a[0] = 5; }",
                "a[0] == 5|private final int[] a = new int[1]; public void on() { a[0] = 5; }",
                "a[0] == 5|private final int[] a = new int[1]; public void on() { Arrays.fill(a, 5); }",
                "N[0] == 5|static final int[] N = {0}; public static void on() { N[0] = 5; }",
                "cfg.a[0] == 5|public void on() { cfg.a[0] = 5; }",
                "cfg.l.size() == 1|public void on() { cfg.l.add(5); }",
                "l.get(0) == 5|static final List<Integer> l = Arrays.asList(0); public void on() { l.set(0, 5); }",
                "flag|@Value(\"${x}\") private boolean flag = false;",
            })
    void fieldsAreNotTakenForWhatTheyHeldAtFirst(String condition, String members) throws IOException {
        Translation translation = where("", condition, CFG + members);
        boolean isAssumed = translation.diagnostics().stream()
                .anyMatch(found -> found.text().contains("v of Cfg is assigned by code that no transaction calls"));
        String program = ProgramPrinter.print(translation.program());

        // A deletion without a condition would say that the field holds something else in each call.
        assertThat(isAssumed
                        || !translation.isExact()
                        || program.lines().anyMatch(line -> line.contains("DELETE") && line.contains("IF")))
                .as(program + translation.diagnostics())
                .isTrue();
        assertThat(isAssumed && members.contains("{ cfg.set")).isFalse();
    }

    /** What a library leaves as it is stays known, and what is not used costs nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int[] a = {2, 1}; System.out.println(Arrays.toString(a));|a[0] == 2",
                "List<Integer> l = new ArrayList<>(List.of(1, 2)); int s = l.stream().mapToInt(i -> i).sum();"
                        + "|l.size() == 2",
                "List<Integer> l = new ArrayList<>(List.of(1, 2)); Map<Integer, Integer> m = new HashMap<>();"
                        + " m.put(l.size(), 1); l.contains(1);|l.get(1) == 2",
                "Arrays.sort(new int[] {2, 1}); Set<Integer> s = new HashSet<>(); s.add(1); s.addAll(list);|true",
                "Box x = new Box(5); Map<Integer, Box> m = new HashMap<>(); m.put(1, x);|x.key() == 5",
                "List<Box> l = new ArrayList<>(); l.add(new Box(5)); l.stream().map(Box::key).toList();"
                        + "|l.get(0).key() == 5",
                "var b = new StringBuilder(\"a, b, \"); b.setLength(b.length() - 2);|b.toString().equals(\"a, b\")",
            })
    void whatIsLeftAsItIsStaysExact(String body, String condition) throws IOException {
        Translation translation = where(body, condition, "");

        assertThat(translation.isExact())
                .as(translation.diagnostics().toString())
                .isTrue();
        assertThat(ProgramPrinter.print(translation.program())).doesNotContain("DELETE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "import org.slf4j.Logger;|Logger log|log.info(\"{}\", c)",
                "import org.apache.commons.logging.Log;|Log log|log.info(c)",
                "import java.util.logging.Logger;|Logger log|log.info(() -> { c.createStatement().execute(\"\"); })",
                "import org.slf4j.Logger;|Logger log|log.info(\"{}\", c.prepareStatement(\"DELETE FROM log\"))",
            })
    void aConnectionThatIsGivenToALogIsALoss(String imported, String log, String call) throws IOException {
        String source = imported + BANK.replace("MEMBERS", log + ";").replace("BODY", call + ";");
        Translation translation =
                JavaSources.translate(SourceOptions.of(Files.writeString(folder.resolve("Bank.java"), source), 2));

        assertThat(translation.diagnostics())
                .extracting(Diagnostic::text)
                .anySatisfy(text -> assertThat(text).startsWith("Bank.java:16: loss: log."));
    }
}
