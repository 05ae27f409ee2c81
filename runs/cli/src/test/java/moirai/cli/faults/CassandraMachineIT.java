package moirai.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.cli.Cli;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryReader;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.JournalReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run on a real Cassandra node whose machine fails in every way that can be had here. */
@Timeout(240)
class CassandraMachineIT {

    private static final Set<FaultKind> KINDS =
            EnumSet.of(FaultKind.CLOCK, FaultKind.DISK, FaultKind.FULL, FaultKind.POWER, FaultKind.STARVE);

    @TempDir
    private Path directory;

    private static List<FaultKind> possible() {
        try (var cluster = new CassandraCluster(CassandraOptions.of(1))) {
            return KINDS.stream().filter(kind -> kind.lack(cluster).isEmpty()).toList();
        }
    }

    /**
     * With a seed for which all kinds come early. A clock that goes back does not have lightweight transactions put
     * elements into the middle of lists: they are ordered by the ballots of Paxos, which only grow.
     */
    @Test
    void whatItsMachineCanDoIsRecordedAndHealedAndNothingAcknowledgedIsLost() throws IOException {
        assumeTrue(CassandraCluster.problem().isEmpty(), "skipped: needs a JDK 17");
        List<FaultKind> kinds = possible();
        assertThat(kinds).contains(FaultKind.STARVE);
        String names = kinds.stream().map(FaultKind::label).collect(Collectors.joining(","));

        Cli.Ended ended = Cli.plain()
                .run(
                        "run",
                        "--store",
                        directory.toString(),
                        "--db",
                        "cassandra:1",
                        "--nemesis",
                        names,
                        "--nemesis-interval",
                        "1500ms",
                        "--time-limit",
                        "4",
                        "--seed",
                        "8");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isIn(0, 3);
        assertThat(ended.out())
                .containsPattern("\\s0\\s+left:\\s")
                .containsPattern("durable +all [1-9][0-9]* acknowledged appends");
        List<FaultEvent> events = HistoryReader.read(directory.resolve("latest/history"))
                .history()
                .faults();
        for (FaultKind kind : kinds) {
            assertThat(events.stream()
                            .filter(event -> event.fault().equals(kind.label()))
                            .map(FaultEvent::phase))
                    .as(kind.label())
                    .contains(FaultEvent.Phase.INJECTED, FaultEvent.Phase.HEALED);
        }
        assertThat(JournalReader.read(directory.resolve("latest/faults.journal"))
                        .open())
                .isEmpty();
    }

    @Test
    void theListSaysSo() {
        String list = Cli.plain().run("nemesis", "list", "--db", "cassandra").out();

        assertThat(list)
                .containsPattern("\\n  starve [^\\n]*\\n +yes: nodes that are processes")
                .containsPattern("\\n  clock [^\\n]*\\n +(yes: a C compiler|no: 'clock' needs a C compiler)")
                .containsPattern("\\n  power [^\\n]*\\n +(yes: root|no: 'power' needs [a-z])");
    }
}
