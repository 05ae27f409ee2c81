package moirai.runs.report;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.analysis.Phenomenon;

/**
 * Bugs of databases that others have reported, so that whoever meets one is told. They change no verdict and no exit
 * code: a broken promise is one, however well known.
 */
public final class KnownIssues {

    private static final List<KnownIssue> ISSUES = List.of(
            // Seen by Moirai on 18.6: in one of 120 runs of 4 s with 10 sessions on two busy cores, as a transaction
            // that only read and missed what another had appended by INSERT ... ON CONFLICT DO UPDATE, while a third
            // that the second had not seen was visible to it; none in 300,000 transactions with update-insert or
            // other key distributions.
            new KnownIssue(
                    "PostgreSQL 18.",
                    "serializable",
                    EnumSet.of(Phenomenon.G2_ITEM, Phenomenon.G2_ITEM_PROCESS, Phenomenon.G2_ITEM_REALTIME),
                    "rare write skew at serializable was reported to PostgreSQL's maintainers for 18.4, with the same"
                            + " statements: \"Possible G2-item at SERIALIZABLE\", https://hackorum.dev/topics/139733"));

    private KnownIssues() {}

    /** A set of phenomena that a version of a database is known to show at a level. */
    private record KnownIssue(String database, String isolation, Set<Phenomenon> phenomena, String reference) {

        KnownIssue {
            phenomena = Set.copyOf(phenomena);
        }
    }

    /**
     * Where the issue that explains all of these phenomena is described.
     *
     * @param database product and version as the database gives them
     * @param isolation the level asked for
     * @param broken what was found that the database promises not to show
     */
    public static Optional<String> of(String database, String isolation, Set<Phenomenon> broken) {
        return ISSUES.stream()
                .filter(issue -> database.startsWith(issue.database())
                        && isolation.equals(issue.isolation())
                        && !broken.isEmpty()
                        && issue.phenomena().containsAll(broken))
                .map(KnownIssue::reference)
                .findFirst();
    }
}
