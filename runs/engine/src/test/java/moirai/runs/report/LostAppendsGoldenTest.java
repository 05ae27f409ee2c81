package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** The texts for users about appends that were acknowledged and are lost are compared with stored ones. */
class LostAppendsGoldenTest {

    private static final RunHeader HEADER = new RunHeader(
            new Seed(7),
            "append",
            "serializable",
            "serializable",
            "PostgreSQL 18.6, 3 nodes, replication async",
            Instant.EPOCH);

    /** A history that is serializable: the lost writers are ordered behind all readers. */
    private static final String LOST = """
            T0 s0 @1000000..2000000 r1=[] a1=1
            T1 s0 @1400000000..1500000000 a1=2 a2=1
            T2 s1 @2100000000..2250000000 a2=2
            T3 s2 @9100000000..9200000000 r1=[1] r2=[2]
            T4 s3 @9100000000..9300000000 r1=[1] r2=[2]
            """;

    private static final List<FaultEvent> FAULTS = List.of(
            new FaultEvent(1_501_000_000, Phase.INJECTED, "kill", "n1"),
            new FaultEvent(1_700_000_000, Phase.INJECTED, "failover", "n2"),
            new FaultEvent(2_000_000_000, Phase.HEALED, "failover", "n2"),
            new FaultEvent(2_000_000_000, Phase.HEALED, "kill", "n1"),
            new FaultEvent(9_000_000_000L, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
            new FaultEvent(9_400_000_000L, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

    /** A history with readers before and after the failover that disagree. */
    private static final String DISAGREEING = """
            T0 s0 @1000000..2000000 a1=1
            T1 s0 @3000000..4000000 r1=[1] a1=2
            T2 s1 @5000000..6000000 r1=[1 2]
            T3 s2 @2100000000..2200000000 r1=[1] a1=3
            T4 s3 @2300000000..2400000000 r1=[1 3]
            """;

    @Test
    void theReportNamesWhatWasLostAndTheFailoverThatLostIt() {
        Judgement judgement = judge(LOST, FAULTS);

        assertThat(judgement.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(judgement.word()).isEqualTo("INVALID");
        Golden.assertMatches("lost-appends.txt", VerdictText.of(judgement, HEADER));
    }

    /** Of many losses the first ones are kept, and only of these the fault is known. */
    @Test
    void whereMoreIsLostThanIsListedTheSumSaysSo() {
        var many = new StringBuilder();
        int lost = Durability.LISTED_MAX + 5;
        for (int i = 0; i < lost; i++) {
            int start = 1_000_000 + 2 * i;
            many.append("T" + i + " s0 @" + start + ".." + (start + 1) + " a1=" + (i + 1) + "\n");
        }
        many.append("T" + lost + " s2 @9100000000..9200000000 r1=[]\n");
        many.append("T" + (lost + 1) + " s3 @9100000000..9300000000 r1=[]\n");

        assertThat(VerdictText.of(judge(many.toString(), FAULTS), HEADER).replaceAll("\\s+", " "))
                .contains("1,005 appends whose commit was acknowledged are in no final read of any node (1,005 were"
                        + " acknowledged): of the 1,000 that are listed 1,000 before failover n2 at 1.700 s");
    }

    @Test
    void whatIsLostWithoutAFailoverIsABugAlsoWhenReplicationIsAsynchronous() {
        List<FaultEvent> killed = FAULTS.stream()
                .filter(event -> !event.fault().equals("failover"))
                .toList();

        assertThat(VerdictText.of(judge(LOST, killed), HEADER)).contains("DATABASE BUG");
        assertThat(VerdictText.of(judge(LOST, FAULTS), HEADER)).doesNotContain("DATABASE BUG");
    }

    /**
     * The lost appends include those that the old primary acknowledged after the failover, before it knew that it had
     * been replaced.
     */
    @Test
    void whatIsLostToAFailoverOfTheClustersOwnIsNamedAndCounted() {
        List<FaultEvent> faults = List.of(
                new FaultEvent(1_000_000_000, Phase.INJECTED, "pause", "n1"),
                new FaultEvent(1_400_000_000, Phase.INJECTED, "failover", "from n1 to n2, by itself"),
                new FaultEvent(1_400_000_000, Phase.HEALED, "failover", "from n1 to n2, by itself"),
                new FaultEvent(1_410_000_000, Phase.HEALED, "pause", "n1"),
                new FaultEvent(1_600_000_000, Phase.INJECTED, "kill", "n3"),
                new FaultEvent(2_000_000_000, Phase.HEALED, "kill", "n3"),
                new FaultEvent(9_000_000_000L, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
                new FaultEvent(9_400_000_000L, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

        assertThat(VerdictText.of(judge(LOST, faults), HEADER).replaceAll("\\s+", " "))
                .contains("2 after failover from n1 to n2, by itself at 1.400 s")
                .contains("2 injected, 2 healed, 0 left: pause ×1, kill ×1; by itself the cluster made 1 failover")
                .doesNotContain("DATABASE BUG");
    }

    /** A switchover hands over all acknowledged writes, so a loss before one has another cause. */
    @Test
    void aSwitchoverOfPatroniExcusesNothing() {
        List<FaultEvent> own = new ArrayList<>(FAULTS);
        own.add(1, new FaultEvent(1_650_000_000, Phase.INJECTED, "failover", "from n1 to n2, by itself"));
        RunHeader patroni = header("PostgreSQL 15.18, 3 nodes under Patroni, replication async");

        assertThat(VerdictText.of(judge(LOST, FAULTS), patroni).replaceAll("\\s+", " "))
                .contains("2 before failover n2 at 1.700 s", "DATABASE BUG");
        assertThat(VerdictText.of(judge(LOST, own), patroni).replaceAll("\\s+", " "))
                .contains("2 before failover from n1 to n2, by itself at 1.650 s")
                .doesNotContain("DATABASE BUG");
        assertThat(VerdictText.of(judge(DISAGREEING, FAULTS.subList(0, 4)), patroni)
                        .replaceAll("\\s+", " "))
                .contains("DATABASE BUG");
        assertThat(VerdictText.of(judge(DISAGREEING, own.subList(0, 5)), patroni)
                        .replaceAll("\\s+", " "))
                .contains("not proven to be a bug")
                .doesNotContain("DATABASE BUG");
    }

    /** The user has asked for it: a setting trades what was acknowledged for speed. */
    @Test
    void whatALossOfPowerTakesWithoutSyncingFollowsFromTheSetting() {
        List<FaultEvent> power = List.of(
                new FaultEvent(2_300_000_000L, Phase.INJECTED, "power", "n1"),
                new FaultEvent(4_000_000_000L, Phase.HEALED, "power", "n1"),
                new FaultEvent(9_000_000_000L, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
                new FaultEvent(9_400_000_000L, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));

        assertThat(VerdictText.of(judge(LOST, power), header("PostgreSQL 18.6, with fsync=off"))
                        .replaceAll("\\s+", " "))
                .contains("INVALID", "follows from the setting fsync=off")
                .doesNotContain("DATABASE BUG");
        assertThat(VerdictText.of(judge(LOST, power), header("PostgreSQL 18.6, with fsync=on")))
                .contains("DATABASE BUG");
        assertThat(VerdictText.of(judge(LOST, FAULTS.subList(0, 1)), header("PostgreSQL 18.6, with fsync=off")))
                .as("a kill does not take what the kernel has")
                .doesNotContain("follows from");
    }

    /** Who damages files proves nothing about who reads them. */
    @Test
    void whatIsLostOrWrongAfterDamageToFilesIsNoBugOfTheDatabase() {
        List<FaultEvent> damage = List.of(
                new FaultEvent(1_501_000_000, Phase.INJECTED, "damage", "n1 zeroed-page: page 0 of 1 of base/5/16384"),
                new FaultEvent(9_000_000_000L, Phase.INJECTED, Durability.FINAL_READS, "n1 n2"),
                new FaultEvent(9_400_000_000L, Phase.HEALED, Durability.FINAL_READS, "n1 n2"));
        List<FaultEvent> undone = List.of(
                new FaultEvent(1_501_000_000, Phase.INJECTED, "failed damage", "n1 zeroed-page"),
                new FaultEvent(1_600_000_000, Phase.HEALED, "failed damage", "n1 zeroed-page"));

        assertThat(VerdictText.of(judge(LOST, damage), HEADER).replaceAll("\\s+", " "))
                .contains("INVALID", "lost 2 acknowledged appends", "not proven to be a bug of the database")
                .contains("1 injected, 0 healed, 1 left: damage ×1")
                .doesNotContain("DATABASE BUG");
        assertThat(VerdictText.of(judge(DISAGREEING, damage.subList(0, 1)), HEADER)
                        .replaceAll("\\s+", " "))
                .contains("INVALID", "a run without damage would tell")
                .doesNotContain("DATABASE BUG");
        assertThat(VerdictText.of(judge(DISAGREEING, undone), HEADER)).contains("DATABASE BUG");
    }

    /** What failed may have been there in part, and was undone; nobody shall count it as a fault that was survived. */
    @Test
    void aFaultThatCouldNotBeInjectedIsNotCountedAsInjected() {
        List<FaultEvent> faults = List.of(
                new FaultEvent(1_000_000_000, Phase.INJECTED, "pause", "n1"),
                new FaultEvent(1_100_000_000, Phase.HEALED, "pause", "n1"),
                new FaultEvent(1_400_000_000, Phase.INJECTED, "failed failover", "from n1"),
                new FaultEvent(1_500_000_000, Phase.HEALED, "failed failover", "from n1"));

        assertThat(VerdictText.of(judge(LOST, faults), HEADER).replaceAll("\\s+", " "))
                .contains("1 injected, 1 healed, 0 left: pause ×1; could not be injected, and was undone: failover ×1");
    }

    /** A bug that others have reported explains nothing where a change of the primary may be the cause. */
    @Test
    void aKnownBugIsNotNamedAfterAFailover() {
        String skew = """
                T0 s0 @2400000000..2500000000 r1=[] a2=1
                T1 s1 @2400000000..2500000000 r2=[] a1=1
                T2 s2 @9100000000..9200000000 r1=[1] r2=[1]
                """;
        List<FaultEvent> killed = FAULTS.stream()
                .filter(event -> !event.fault().equals("failover"))
                .toList();
        RunHeader synchronous = header("PostgreSQL 18.6, 3 nodes, replication sync");

        assertThat(VerdictText.of(judge(skew, killed), synchronous)).contains("rare write skew", "DATABASE BUG");
        assertThat(VerdictText.of(judge(skew, FAULTS), synchronous)).doesNotContain("rare write skew");
    }

    @Test
    void whatWasKeptIsSaidAsWell() {
        Judgement judgement = judge(LOST.replace("r1=[1] r2=[2]", "r1=[1 2] r2=[1 2]"), FAULTS);

        assertThat(judgement.exitCode()).isEqualTo(ExitCode.VALID);
        Golden.assertMatches("durable-appends.txt", VerdictText.of(judgement, HEADER));
    }

    /** A run that is stopped early has no final reads, and its failover is as good an explanation as with them. */
    @Test
    void contradictionsAfterAnAsynchronousFailoverAreNoBugWithoutFinalReads() {
        String excused =
                VerdictText.of(judge(DISAGREEING, FAULTS.subList(0, 4)), HEADER).replaceAll("\\s+", " ");
        String accused =
                VerdictText.of(judge(DISAGREEING, FAULTS.subList(0, 1)), HEADER).replaceAll("\\s+", " ");

        assertThat(excused).contains("INVALID", "not proven to be a bug").doesNotContain("DATABASE BUG");
        assertThat(accused).contains("DATABASE BUG").doesNotContain("not proven to be a bug");
    }

    /** Readers before and after it disagree about a commit that InnoDB had shown and not yet acknowledged. */
    @Test
    void contradictionsAfterALossOfPowerAreNoBugOfWhoShowsCommitsBeforeTheyAreOnTheDisk() {
        String disagreeing = """
                T0 s0 @1000000..2000000 a1=1
                T1 s0 info @3000000..4000000 r1=[1] a1=2
                T2 s1 @5000000..6000000 r1=[1 2]
                T3 s2 @2100000000..2200000000 r1=[1] a1=3
                T4 s3 @2300000000..2400000000 r1=[1 3]
                """;
        RunHeader mariadb = header("MariaDB 10.11.19");
        List<FaultEvent> later = List.of(new FaultEvent(2_500_000_000L, Phase.INJECTED, "power", "n1"));
        List<FaultEvent> power = List.of(new FaultEvent(1_501_000_000, Phase.INJECTED, "power", "n1"));
        List<FaultEvent> kill = List.of(new FaultEvent(1_501_000_000, Phase.INJECTED, "kill", "n1"));

        assertThat(VerdictText.of(judge(disagreeing, power), mariadb).replaceAll("\\s+", " "))
                .contains("INVALID", "not proven to be a bug")
                .doesNotContain("DATABASE BUG");
        assertThat(VerdictText.of(judge(disagreeing, kill), mariadb)).contains("DATABASE BUG");
        assertThat(VerdictText.of(judge(disagreeing, later), mariadb)).contains("DATABASE BUG");
    }

    private static RunHeader header(String database) {
        return new RunHeader(HEADER.seed(), "append", "serializable", "serializable", database, Instant.EPOCH);
    }

    private static Judgement judge(String text, List<FaultEvent> faults) {
        History plain = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(HEADER);
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        faults.forEach(builder::fault);
        return Judgement.of(builder.build(), new ListAppendChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
    }
}
