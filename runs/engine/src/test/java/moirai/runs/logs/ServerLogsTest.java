package moirai.runs.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.runs.logs.ServerLogs.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerLogsTest {

    private static final Instant STARTED = Instant.parse("2026-11-29T13:00:00Z");

    @TempDir
    private Path run;

    private void log(String node, String text) throws IOException {
        Path folder = Files.createDirectories(run.resolve(ServerLogs.FOLDER));
        Files.writeString(folder.resolve(node + ".log"), text);
    }

    private List<Line> around(long fromMillis, long toMillis) {
        return ServerLogs.of(run, STARTED)
                .around(
                        Duration.ofMillis(fromMillis).toNanos(),
                        Duration.ofMillis(toMillis).toNanos());
    }

    /** Lines as PostgreSQL, MariaDB, Cassandra, Patroni and etcd write them, on a machine with Berlin's time. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-29 13:00:01.500 UTC [77] LOG:  checkpoint starting: time           | 1500",
                "2026-11-29 14:00:02 0 [Note] InnoDB: Buffer pool(s) load completed         | 2000",
                "2026-11-30  1:00:02 0 [Note] InnoDB: the hour has no zero before it        | 39602000",
                "2026-11-29 13:00:03.250 UTC INFO  [main] StorageService Node is now normal | 3250",
                "2026-11-29 14:00:04,125 INFO: promoted self to leader                      | 4125",
                "{\"level\":\"info\",\"ts\":\"2026-11-29T13:00:05.5Z\",\"msg\":\"ready\"}   | 5500",
            })
    void eachProductWritesItsTimes(String line, long millis) {
        var times = new LogTimes(STARTED, ZoneId.of("Europe/Berlin"));

        assertThat(times.nanos(line)).hasValue(Duration.ofMillis(millis).toNanos());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "        before or while processing the request.",
                "2026-13-41 25:61:61.000 UTC no time at all",
                "Killed",
                "a date far behind the beginning of a line is of something else, such as 2026-11-29 13:00:00"
            })
    void otherLinesHaveNone(String line) {
        assertThat(new LogTimes(STARTED, ZoneId.of("UTC")).nanos(line)).isEmpty();
    }

    @Test
    void linesOfAllNodesStandInTheOrderOfTime() throws IOException {
        String later = "2026-11-29 13:00:09.000 UTC [1] LOG:  late\n";
        log("n1", "2026-11-29 13:00:05.000 UTC [1] LOG:  one\n\tmore\nKilled\n" + later);
        log("n2", "2026-11-29 13:00:01.000 UTC [1] LOG:  early\n2026-11-29 13:00:05.500 UTC [1] LOG:  two\n");

        assertThat(around(5_200, 5_300))
                .containsExactly(
                        new Line("n1", "2026-11-29 13:00:05.000 UTC [1] LOG:  one"),
                        new Line("n1", "\tmore"),
                        new Line("n2", "2026-11-29 13:00:05.500 UTC [1] LOG:  two"));
        assertThat(around(20_000, 30_000)).isEmpty();
    }

    @Test
    void manyLinesAndLongOnesAreCut() throws IOException {
        log(
                "n1",
                IntStream.range(0, 100)
                        .mapToObj(line -> "2026-11-29 13:00:05.000 UTC " + "x".repeat(1_000) + "\n")
                        .collect(Collectors.joining()));

        List<Line> shown = around(5_000, 5_000);

        assertThat(shown).hasSize(41).last().isEqualTo(new Line("…", "60 more lines in logs"));
        assertThat(shown.subList(0, 40))
                .allSatisfy(line -> assertThat(line.text()).hasSizeLessThan(410).endsWith(" …"));
    }

    @Test
    void bytesThatAreNoTextEndNothing() throws IOException {
        Path folder = Files.createDirectories(run.resolve(ServerLogs.FOLDER));
        Files.write(folder.resolve("n1.log"), new byte[] {(byte) 0xff, (byte) 0xc0, '\n'});
        log("n2", "2026-11-29 13:00:05.000 UTC [1] LOG:  größer\n");

        assertThat(around(5_000, 5_000))
                .containsExactly(new Line("n2", "2026-11-29 13:00:05.000 UTC [1] LOG:  größer"));
    }

    @Test
    void aRunWithoutServersHasNone() {
        assertThat(around(0, 1_000)).isEmpty();
    }
}
