package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the errors about {@code --node} before anything is connected to; nothing listens at port 1. */
class NodeOptionsTest {

    private static void refused(String message, String... options) {
        var arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(options));
        Cli.Ended ended = Cli.plain().run(arguments.toArray(String[]::new));

        assertThat(ended.code()).as(ended.err()).isEqualTo(254);
        assertThat(ended.err()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:0", "'127.0.0.1:1,::1'", "localhost:cql", "[::1", "''"})
    void whatIsNoAddressIsToldWithWhatWouldBeOne(String nodes) {
        refused("is not the address of a node: expected HOST, HOST:PORT, [ADDRESS] or [ADDRESS]:PORT", "--node", nodes);
    }

    @Test
    void aPasswordBeforeTheHostIsNotRepeated() {
        refused("--node: '…@localhost' is not the address", "--node", "ann:geheim@localhost");
    }

    @Test
    void aNodeAndAUrlExcludeEachOtherAsDoANodeAndAProduct() {
        refused("--node and --url exclude", "--node", "127.0.0.1:1", "--url", "jdbc:postgresql://127.0.0.1:1/x");
        refused("--db and --node exclude", "--node", "127.0.0.1:1", "--db", "cassandra");
        refused("--datacenter needs --node", "--datacenter", "dc1");
        refused("--password needs --user with --node", "--node", "127.0.0.1:1", "--password", "env:PW");
    }

    @Test
    void nodesAreNoUrl() {
        refused("'cql://127.0.0.1:1' is not supported: expected jdbc:postgresql://", "--url", "cql://127.0.0.1:1");
    }

    @ParameterizedTest
    @CsvSource({
        "bank, 'bank does not run on cassandra; expected --db postgres'",
        "counter, 'counters of Cassandra are neither compared nor changed in logged batches; expected --cql-mode coll'",
        "g2, 'scans of ranges of keys do not run on cassandra; expected --workload append without'",
        "predicate, 'scans of ranges of keys do not run on cassandra; expected --workload append without'",
        "dirty-read, 'cassandra has no rollback; expected a workload without abort-share'"
    })
    void workloadsThatItDoesNotHaveAreRefused(String workload, String message) {
        refused(message, "--node", "127.0.0.1:1", "-w", workload);
        refused(message, "--db", "cassandra", "-w", workload);
    }

    @Test
    void aLevelOfIsolationIsRefusedWithWhatThereIsInstead() {
        refused("expected --cql-mode and --consistency", "--node", "127.0.0.1:1", "--isolation", "serializable");
    }

    @Test
    void aNodeThatIsNotThereIsNamedWithAHint() {
        Cli.Ended ended = Cli.plain().run("target", "show", "--nodes", "[::1]:1,127.0.0.1:1");

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.err())
                .startsWith("moirai: cannot look for the mark at cql://[::1]:1,127.0.0.1:1: ")
                .contains("; is the node running, and is this its host and port?")
                .hasLineCount(1);
    }

    @Test
    void aHostThatNobodyKnowsIsNamed() {
        Cli.Ended ended = Cli.plain().run("target", "show", "--node", "no-such-host.invalid");

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.err()).contains("the host 'no-such-host.invalid' is not known");
    }
}
