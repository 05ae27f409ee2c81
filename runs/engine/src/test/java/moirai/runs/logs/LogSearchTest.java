package moirai.runs.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.nemesis.Node;
import moirai.runs.measures.LogFinding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogSearchTest {

    private static final Instant STARTED = Instant.parse("2026-11-29T13:00:00Z");

    @TempDir
    private Path run;

    private List<LogFinding> found(String database, String log, String... asked) throws IOException {
        return search(database, log, asked).findings();
    }

    private LogSearch search(String database, String log, String... asked) throws IOException {
        Path folder = Files.createDirectories(run.resolve(ServerLogs.FOLDER));
        Files.writeString(folder.resolve("n1.log"), log);
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", database, STARTED);
        return LogSearch.of(
                run, header, List.of(asked).stream().map(Pattern::compile).toList());
    }

    @Test
    void theFirstLineOfEachKindIsKeptWithTheirNumber() throws IOException {
        assertThat(found("PostgreSQL 18.6, 3 nodes", """
                        2026-11-29 13:00:01.000 UTC [7] LOG:  checkpoint starting
                        2026-11-29 13:00:02.500 UTC [7] PANIC:  could not fsync file "base/5/1": Input/output error
                        2026-11-29 13:00:03.000 UTC [8] PANIC:  could not write to log file
                        2026-11-29 13:00:04.000 UTC [9] WARNING:  page verification failed, calculated checksum 1
                        """))
                .containsExactly(
                        new LogFinding(
                                "n1",
                                "panic",
                                2,
                                2_500_000_000L,
                                "2026-11-29 13:00:02.500 UTC [7] PANIC:  could not fsync file \"base/5/1\":"
                                        + " Input/output error"),
                        new LogFinding(
                                "n1",
                                "corruption",
                                1,
                                4_000_000_000L,
                                "2026-11-29 13:00:04.000 UTC [9] WARNING:  page verification failed, calculated"
                                        + " checksum 1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PostgreSQL 18.6 | LOG:  server process (PID 7) was terminated by signal 11 | crash",
                "PostgreSQL 18.6 | TRAP: failed Assert(\"x\"), File: \"x.c\" | assertion",
                "PostgreSQL 18.6 | FATAL:  could not load library \"x.so\" | fatal",
                "PostgreSQL 18.6 | ERROR:  out of memory | out of memory",
                "MariaDB 10.11   | 0x7f  InnoDB: Assertion failure in file row0.cc line 5 | assertion",
                "MariaDB 10.11   | 0 [ERROR] InnoDB: Index `a` of table `b`.`c` is corrupted | corruption",
                "MariaDB 10.11   | 261129 14:00:02 [ERROR] mysqld got signal 11 ; | crash",
                "Cassandra 5.0   | ERROR [main] java.lang.OutOfMemoryError: Java heap space | out of memory",
                "Cassandra 5.0   | ERROR [x] org.apache.cassandra.io.sstable.CorruptSSTableException: x | corruption",
            })
    void eachProductHasItsWords(String database, String line, String kind) throws IOException {
        assertThat(found(database, "2026-11-29 13:00:01.000 UTC " + line + "\n"))
                .extracting(LogFinding::kind)
                .containsExactly(kind);
    }

    /** What servers tell clients that come too early, and what replication says when its other end is gone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FATAL:  the database system is starting up",
                "FATAL:  the database system is not yet accepting connections",
                "FATAL:  terminating walreceiver process due to administrator command",
                "FATAL:  could not receive data from WAL stream: server closed the connection unexpectedly",
                "FATAL:  terminating connection due to administrator command",
                "FATAL:  sorry, too many clients already",
                "FATAL:  could not start WAL streaming: ERROR:  replication slot \"n2\" does not exist",
                "LOG:  server process (PID 7) was terminated by signal 9: Killed",
                "ERROR:  could not serialize access due to concurrent update",
            })
    void whatFaultsBringAboutIsNoFinding(String line) throws IOException {
        assertThat(found("PostgreSQL 18.6", "2026-11-29 13:00:01.000 UTC [7] " + line + "\n"))
                .isEmpty();
    }

    /** What Cassandra says at each start of how its JVM is configured. */
    @Test
    void aWarningOfWhatCouldHappenIsNoFinding() throws IOException {
        assertThat(found(
                        "Cassandra 5.0",
                        "2026-11-29 13:00:01.000 UTC WARN [main] StartupChecks The JVM is not configured to stop on"
                                + " OutOfMemoryError which can cause data corruption. Use one of the following JVM"
                                + " options to configure the behavior: -XX:+ExitOnOutOfMemoryError\n"))
                .isEmpty();
    }

    @Test
    void whatAUserAsksForIsFoundInTheLogsOfAnyProduct() throws IOException {
        assertThat(found("SomeDB 1", "2026-11-29 13:00:01.000 UTC all is well\n", "is w.ll"))
                .extracting(LogFinding::kind, LogFinding::count)
                .containsExactly(tuple("pattern", 1L));
    }

    @Test
    void aRunWithoutLogsHasNoFindings() {
        assertThat(LogSearch.of(run, RunHeader.NONE, List.of()).findings()).isEmpty();
    }

    /** That nothing was found proves nothing if lines are missing, or nobody knows what to look for. */
    @Test
    void aSearchOfAPartIsNotWhole() throws IOException {
        String line = "2026-11-29 13:00:01.000 UTC all is well\n";

        assertThat(search("PostgreSQL 18.6", line).isWhole()).isTrue();
        assertThat(search("SomeDB 1", line).isWhole()).isFalse();
        assertThat(search("SomeDB 1", line, "broken").isWhole()).isTrue();
        Files.createFile(run.resolve(ServerLogs.FOLDER).resolve("n1.log" + Node.CUT));
        assertThat(search("PostgreSQL 18.6", line).isWhole()).isFalse();
        assertThat(LogSearch.of(run.resolve("none"), RunHeader.NONE, List.of()).isWhole())
                .isFalse();
    }
}
