package moirai.runs.report;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.history.FaultEvent;
import moirai.history.level.Phenomenon;

/**
 * The known bugs of databases that others have reported, so that a user who meets one is told. They change no verdict
 * and no exit code: a broken promise is one, however well known.
 */
public final class KnownIssues {

    private static final List<KnownIssue> ISSUES = List.of(
            // Seen by Moirai on 18.6: in one of 120 runs of 4 s with 10 sessions on two busy cores, as a transaction
            // that only read and missed what another had appended by INSERT ... ON CONFLICT DO UPDATE, while a third
            // that the second had not seen was visible to it. With update-insert once in a run of 25,000 committed
            // transactions, in the same shape, and not in 300,000 others.
            new KnownIssue(
                    "PostgreSQL 18[.]",
                    "serializable",
                    EnumSet.of(Phenomenon.G2_ITEM, Phenomenon.G2_ITEM_PROCESS, Phenomenon.G2_ITEM_REALTIME),
                    "rare write skew at serializable was reported to PostgreSQL's maintainers for 18.4, with INSERT"
                            + " ... ON CONFLICT DO UPDATE: \"Possible G2-item at SERIALIZABLE\","
                            + " https://hackorum.dev/topics/139733"),
            // Seen by Moirai on 2.3: in 24 of 30 runs, and in none of 15 with OPTIMIZE_REUSE_RESULTS=0.
            new KnownIssue(
                    "H2 2[.][0-3][.]",
                    "serializable",
                    EnumSet.of(
                            Phenomenon.LOST_UPDATE,
                            Phenomenon.G_SINGLE,
                            Phenomenon.G_SINGLE_PROCESS,
                            Phenomenon.G_SINGLE_REALTIME),
                    "H2 before 2.4 may answer from a cache of results that is out of date, and so lose updates:"
                            + " https://github.com/h2database/h2database/issues/3894 and 4208; with"
                            + " OPTIMIZE_REUSE_RESULTS=0 none were seen"),
            // Other phenomena were seen on 2.5.252 too, but not compared with that setting.
            new KnownIssue(
                    "H2 2[.]5[.]252",
                    "serializable",
                    EnumSet.of(Phenomenon.G_SINGLE, Phenomenon.G_SINGLE_PROCESS, Phenomenon.G_SINGLE_REALTIME),
                    "rare stale reads of H2 2.5.252, perhaps from its cache of results, as"
                            + " https://github.com/h2database/h2database/issues/3894 was: 11 in 1.6 million"
                            + " transactions with scans, and none in 2.1 million with OPTIMIZE_REUSE_RESULTS=0"),
            // Seen by Moirai on 26.4.23: in each of four runs, calm and with kills.
            new KnownIssue(
                    "MariaDB .*Galera ",
                    "repeatable-read",
                    EnumSet.of(
                            Phenomenon.LOST_UPDATE,
                            Phenomenon.INTERNAL,
                            Phenomenon.G_SINGLE,
                            Phenomenon.G_SINGLE_PROCESS,
                            Phenomenon.G_SINGLE_REALTIME,
                            Phenomenon.G_NONADJACENT,
                            Phenomenon.G_NONADJACENT_PROCESS,
                            Phenomenon.G_NONADJACENT_REALTIME),
                    "Galera loses updates and reads stale values in healthy clusters, although \"first committer wins\""
                            + " is documented: Jepsen, MariaDB Galera Cluster 12.1.2, 2026,"
                            + " https://jepsen.io/blog/2026-03-16-mariadb-galera-cluster-12.1.2, and"
                            + " https://github.com/mariadb-corporation/galera/issues/336; among transactions of one"
                            + " node its makers promise no more than InnoDB's repeatable read"));

    /** The fault that loses everything that is not on the disk. */
    private static final String POWER = "power";

    /** The faults after which a server restarts from its log, and continues as the primary if it was the primary. */
    private static final Set<String> RESTARTS = Set.of("kill", "restart", "failed failover", POWER);

    private static final List<String> INNODB = List.of("MariaDB ", "MySQL ");

    private KnownIssues() {}

    /**
     * A set of phenomena that versions of a database are known to show at a level.
     *
     * @param versions what these versions begin with
     */
    private record KnownIssue(Pattern versions, String isolation, Set<Phenomenon> phenomena, String reference) {

        KnownIssue {
            phenomena = Set.copyOf(phenomena);
        }

        KnownIssue(String versions, String isolation, Set<Phenomenon> phenomena, String reference) {
            this(Pattern.compile(versions), isolation, phenomena, reference);
        }
    }

    /**
     * Returns an explanation, other than a bug of isolation, of contradictions after these faults; empty if none is
     * known. In both cases a session has read a commit that was never acknowledged, and that was then taken back.
     * InnoDB makes a commit visible before it is on the disk: a loss of power takes it back (MySQL bug 74303).
     * PostgreSQL's primary, when it restarts after a crash, shows commits that had waited for replicas and are at none:
     * a failover takes them back. A contradiction that was complete before such a fault has no such excuse.
     *
     * @param database product and version as the database reports them
     * @param indeterminate the number of commits that were not answered
     * @param completeNanos the time, on the run's clock, at which the first of the contradictions was complete
     */
    static Optional<String> excuse(String database, List<FaultEvent> faults, long indeterminate, long completeNanos) {
        if (indeterminate == 0) {
            return Optional.empty();
        }
        List<FaultEvent> before =
                faults.stream().filter(event -> event.nanos() < completeNanos).toList();
        boolean hasLostPower = before.stream().anyMatch(event -> event.fault().equals(POWER));
        if (hasLostPower && INNODB.stream().anyMatch(database::startsWith)) {
            return Optional.of(Blame.NO_PROOF + " of its isolation: InnoDB shows commits to readers before they are"
                    + " on the disk, and acknowledges them only then, so that a loss of power takes back what"
                    + " was read and nobody acknowledged, and readers before and after it disagree"
                    + " (https://bugs.mysql.com/bug.php?id=74303); what was found may have no other cause, and"
                    + " a run without a loss of power would tell");
        }
        return database.startsWith("PostgreSQL ") && hasFailoverAfterRestart(before)
                ? Optional.of(Blame.NO_PROOF + " of its isolation: a primary that comes back from a crash shows"
                        + " commits that were still waiting for replicas (manual, \"Planning for High Availability\"),"
                        + " so that a failover may take back what was read and nobody acknowledged, and readers before"
                        + " and after it disagree; what was found may have no other cause, and a run with failovers"
                        + " alone would tell")
                : Optional.empty();
    }

    private static boolean hasFailoverAfterRestart(List<FaultEvent> faults) {
        long restarted = faults.stream()
                .filter(event -> RESTARTS.contains(event.fault()))
                .mapToLong(FaultEvent::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
        return faults.stream().anyMatch(event -> event.fault().equals("failover") && event.nanos() > restarted);
    }

    /**
     * Returns the reference of the known issue that explains all of these phenomena.
     *
     * @param database product and version as the database reports them
     * @param isolation the requested level
     * @param broken the phenomena that were found although the database promises not to show them
     */
    public static Optional<String> of(String database, String isolation, Set<Phenomenon> broken) {
        return ISSUES.stream()
                .filter(issue -> issue.versions().matcher(database).lookingAt()
                        && isolation.equals(issue.isolation())
                        && !broken.isEmpty()
                        && issue.phenomena().containsAll(broken))
                .map(KnownIssue::reference)
                .findFirst();
    }
}
