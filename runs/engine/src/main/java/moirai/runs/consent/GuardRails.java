package moirai.runs.consent;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.clients.Consent;
import moirai.clients.Inspection;
import moirai.clients.Mark;

/**
 * The rules that forbid writing to an existing database without consent. No finding excuses another: each reason has
 * its own way to be lifted, and all reasons are reported at once.
 */
public final class GuardRails {

    /** The life of a mark that {@code target mark} sets if no other is given. */
    public static final Duration LIFE_DEFAULT = Duration.ofHours(24);

    private static final int TABLES_NAMED = 3;

    private static final String ASK = "ask them";

    private GuardRails() {}

    /** Returns the reasons that follow from the names alone, without asking a database. */
    public static List<Refusal> ofNames(List<String> names, List<String> allowed) {
        return names.stream()
                .distinct()
                .filter(name -> ProductionNames.isOne(name) && !allowed.contains(name))
                .map(name -> new Refusal(
                        "'" + name + "' looks like production",
                        "",
                        new Refusal.Lift.Allowing(List.of("--allow-name", name))))
                .toList();
    }

    /** Returns the reasons for which there is no server that a run could be restricted to. */
    public static List<Refusal> ofServer(Inspection found) {
        return found.location().isMockStore()
                ? List.of(new Refusal(
                        "the server is a mock store of Moirai's, which keeps neither a mark nor the tables of a run",
                        "",
                        new Refusal.Lift.Instead(List.of("run", "--db", "mock"))))
                : List.of();
    }

    /** Returns all reasons that follow from the inspection. */
    public static List<Refusal> of(Inspection found, Terms terms) {
        if (found.location().isMockStore()) {
            return ofServer(found);
        }
        var refusals = new ArrayList<>(ofNames(
                Stream.concat(
                                Stream.of(found.database(), found.user()),
                                found.marks().stream().map(Mark::environment))
                        .toList(),
                terms.names()));
        refusals.addAll(ofMark(found, terms));
        if (found.isSuperuser() && !terms.allowsSuperuser()) {
            refusals.add(new Refusal(
                    "'" + found.user() + "' is a super-user, who could harm more than this database",
                    "take another --user",
                    new Refusal.Lift.Allowing(List.of("--allow-superuser"))));
        }
        if (!found.otherTables().isEmpty() && !terms.sharesDatabase()) {
            refusals.add(new Refusal(
                    "database '" + found.database() + "' holds tables that are not Moirai's ("
                            + some(found.otherTables()) + ")",
                    "take an empty one",
                    new Refusal.Lift.Allowing(List.of("--shared-database"))));
        }
        return List.copyOf(refusals);
    }

    private static List<Refusal> ofMark(Inspection found, Terms terms) {
        if (found.marks().size() != 1) {
            return List.of(marking(
                    found.marks().isEmpty()
                            ? "database '" + found.database() + "' is not marked as one that may be tested"
                            : "table " + Consent.TABLE + " in database '" + found.database() + "' holds "
                                    + found.marks().size() + " marks",
                    "",
                    life(terms)));
        }
        Mark mark = found.marks().getFirst();
        String whose = "the mark of database '" + found.database() + "' ";
        if (!mark.belongsTo(found.location())) {
            return List.of(
                    marking(whose + "was made for another database or server, or changed by hand", "", life(terms)));
        }
        var refusals = new ArrayList<Refusal>();
        if (!mark.owner().equals(terms.owner())) {
            refusals.add(marking(
                    whose + "is of '" + mark.owner() + "', and you are '" + terms.owner() + "'",
                    ASK,
                    Stream.concat(Stream.of("--take-over"), life(terms).stream())
                            .toList()));
        } else if (!mark.expiresAt().isAfter(terms.begin())) {
            refusals.add(marking(whose + "has expired at " + mark.expiresAt(), "", life(terms)));
        } else if (mark.expiresAt().isBefore(terms.end())) {
            refusals.add(marking(
                    whose + "expires at " + mark.expiresAt() + ", before the time limit (" + whole(terms.end()) + ")",
                    "",
                    life(terms)));
        }
        return refusals;
    }

    /** Returns the refusals if the mark of another owner would be replaced; empty if there is no other owner. */
    public static List<Refusal> ofReplacing(Inspection found, String owner, Instant now) {
        return found.marks().stream()
                .filter(mark -> mark.belongsTo(found.location()))
                .filter(mark -> !mark.owner().equals(owner) && mark.expiresAt().isAfter(now))
                .map(mark -> new Refusal(
                        "database '" + found.database() + "' is marked by '" + mark.owner() + "' until "
                                + mark.expiresAt() + ", and you are '" + owner + "'",
                        ASK,
                        new Refusal.Lift.Allowing(List.of("--take-over"))))
                .toList();
    }

    /**
     * Returns all reasons not to drop what seems to be left of Moirai in a database. A mark suffices even if it has
     * expired meanwhile, and where nothing is left none is needed.
     */
    public static List<Refusal> ofClearing(Inspection found, List<String> allowed) {
        var refusals = new ArrayList<>(ofServer(found));
        refusals.addAll(ofNames(List.of(found.database(), found.user()), allowed));
        if (!found.ownTables().isEmpty()
                && found.marks().stream().noneMatch(mark -> mark.belongsTo(found.location()))) {
            refusals.add(marking(
                    "database '" + found.database() + "' is not marked, so that " + some(found.ownTables())
                            + " may be somebody's",
                    "",
                    List.of()));
        }
        return List.copyOf(refusals);
    }

    private static Refusal marking(String what, String advice, List<String> options) {
        return new Refusal(what, advice, new Refusal.Lift.Marking(options));
    }

    /** Returns the option for a mark that lives as long as the whole work, if the default is too short. */
    private static List<String> life(Terms terms) {
        Duration needed = Duration.between(terms.begin(), terms.end());
        return needed.compareTo(LIFE_DEFAULT.minusHours(1)) < 0
                ? List.of()
                : List.of("--ttl", (needed.toHours() + 2) + "h");
    }

    private static Instant whole(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String some(List<String> tables) {
        String named = String.join(", ", tables.subList(0, Math.min(TABLES_NAMED, tables.size())));
        return tables.size() > TABLES_NAMED ? named + " and " + (tables.size() - TABLES_NAMED) + " more" : named;
    }
}
