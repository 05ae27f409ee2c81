package moirai.runs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.durability.WrongSum;
import moirai.history.FaultEvent;

/** The text for people about the fate of acknowledged writes, and about the faults of the cluster. */
final class DurabilityText {

    /** The words of a cluster's arrangement that say that commits do not wait for replicas. */
    private static final String ASYNCHRONOUS = "replication async";

    /**
     * The words of a cluster's arrangement that say that the cluster itself moves its primary, and without loss when it
     * is asked to.
     */
    private static final String ORDERLY = "under Patroni";

    /** The name of a change of the primary, also at the end of that of one that failed. */
    static final String FAILOVER = "failover";

    private static final String POWER = "power";

    private static final String DAMAGE = "damage";

    /** Settings, as the arrangement names them, by which a commit is acknowledged before it is on the disk. */
    private static final Pattern UNSYNCED = Pattern.compile(
            "\\b(fsync=(?:off|false|no|0)|synchronous_commit=(?:off|false|no|0)|innodb_flush_log_at_trx_commit=[02]"
                    + "|commitlog_sync=periodic)\\b");

    /** The word for a question that the run did not come to; scripts search for it. */
    private static final String NOT_CHECKED = "not checked";

    private static final double NANOS_A_SECOND = 1e9;

    private DurabilityText() {}

    /** Returns a text such as {@code lost 12 acknowledged appends}; of sums the number is a least one. */
    static String loss(Durability durability) {
        return "lost " + (durability.kind().isOfSums() ? "at least " : "")
                + Numbers.counted(durability.lostCount(), acknowledged(durability));
    }

    private static String acknowledged(Durability durability) {
        return "acknowledged " + durability.kind().noun();
    }

    /** Returns the meaning of a loss, and its cause. Anomalies of isolation beside it may have the same cause. */
    static String meaning(Durability durability, String database) {
        if (isDamaged(durability)) {
            return damaged();
        }
        String why =
                "commits that the database had acknowledged are gone; sessions that had seen them, and those that came"
                        + " later, then disagree, so what else was found may have no other cause. ";
        Optional<String> relaxed = relaxed(durability, database);
        if (relaxed.isPresent()) {
            return why + "It is documented what follows from the setting " + relaxed.get()
                    + ": commits are acknowledged"
                    + " before they are on the disk, and a loss of power may take them back";
        }
        return database.contains(ASYNCHRONOUS) && isLostToFailovers(durability, database)
                ? why
                        + "With asynchronous replication that is documented: a node that becomes the primary goes on"
                        + " without what it had not received"
                : why + Blame.DATABASE_BUG
                        + ", unless its settings allow it: an acknowledged commit has to outlive every fault" + " here";
    }

    /** Returns whether the run itself took from the database's files what it had written there. */
    private static boolean isDamaged(Durability durability) {
        return durability.faults().stream().anyMatch(event -> event.fault().equals(DAMAGE));
    }

    private static String damaged() {
        return Blame.NO_PROOF + " of the database: the run has damaged files of its tables, and what was in them may be"
                + " lost or wrong since, at other nodes as well, so what was found may have no other cause; a run"
                + " without damage would tell";
    }

    /**
     * Returns whether documented failovers explain the loss. A loss without a change of the primary has no such excuse.
     */
    private static boolean isLostToFailovers(Durability durability, String database) {
        return isLostTo(durability, event -> mayLose(event, database));
    }

    /** Returns whether all losses point to such faults. */
    private static boolean isLostTo(Durability durability, Predicate<FaultEvent> faults) {
        return Stream.concat(
                        durability.lost().stream().map(LostWrite::fault),
                        durability.losses().sums().stream()
                                .flatMap(sum -> Stream.of(sum.firstFault(), sum.lastFault())))
                .allMatch(fault -> fault != LostWrite.NONE
                        && faults.test(durability.faults().get(fault)));
    }

    /**
     * Returns the setting by which commits need not be on the disk, if each lost write was acknowledged before a loss
     * of power, or sums point to one; empty if there is none. Other faults may have come in between.
     */
    private static Optional<String> relaxed(Durability durability, String database) {
        Matcher setting = UNSYNCED.matcher(database);
        boolean isLostToPower = durability.lost().isEmpty()
                ? isLostTo(durability, event -> event.fault().equals(POWER))
                : durability.lost().stream()
                        .allMatch(lost -> durability.faults().stream()
                                .anyMatch(event -> event.fault().equals(POWER)
                                        && event.phase() == FaultEvent.Phase.INJECTED
                                        && event.nanos() > lost.acknowledgedNanos()));
        return setting.find() && isLostToPower ? Optional.of(setting.group()) : Optional.empty();
    }

    /**
     * Returns whether an event is a failover that may lose commits: a switchover in good order hands all of them over.
     */
    private static boolean mayLose(FaultEvent event, String database) {
        return event.fault().equals(FAILOVER) && (event.isByItself() || !database.contains(ORDERLY));
    }

    /**
     * Returns an explanation of contradictions other than a bug: damaged files, or a failover that is documented to
     * lose commits; empty if there was neither. It applies also when no loss is proven: final reads may be missing, and
     * a commit whose answer never came may have been read before it was lost.
     */
    static Optional<String> excuse(Durability durability, String database) {
        if (isDamaged(durability)) {
            return Optional.of(damaged());
        }
        boolean mayLose = database.contains(ASYNCHRONOUS)
                && durability.faults().stream().anyMatch(event -> mayLose(event, database));
        if (!mayLose) {
            return Optional.empty();
        }
        String unknown = durability.isKnown()
                ? "no " + acknowledged(durability) + " is known to be lost, but others may have been read and then lost"
                : "final reads, which would tell what was lost, are missing";
        return Optional.of(Blame.NO_PROOF + " of the database: with asynchronous replication a failover loses"
                + " commits, which is documented, and sessions before and after it then disagree (" + unknown
                + "), so what was found may have no other cause; a run without failover would tell");
    }

    /**
     * Returns up to two entries: the losses by fault, or that nothing was lost; and the faults. Empty for a run without
     * either.
     */
    static String entries(Durability durability) {
        var text = new StringBuilder();
        if (durability.counts().unread() > 0) {
            text.append(VerdictText.entry(
                    "not read",
                    Numbers.counted(durability.counts().unread(), acknowledged(durability))
                            + " of parts of the run whose database ended before it was finally read: whether they were"
                            + " lost is not known"));
        }
        if (durability.isBroken()) {
            text.append(VerdictText.entry("lost", lost(durability) + beside(durability)));
        } else if (durability.isKnown()) {
            text.append(VerdictText.entry("durable", durable(durability) + beside(durability)));
        } else if (durability.isCutOff()) {
            text.append(VerdictText.entry("durable", NOT_CHECKED + ": " + cutOff(durability)));
        }
        List<FaultEvent> faults = durability.faults().stream()
                .filter(event -> !Durability.isFinalReads(event))
                .toList();
        if (!faults.isEmpty()) {
            text.append(VerdictText.entry("faults", faults(faults)));
        }
        return text.toString();
    }

    /**
     * Returns a clause of the verdict that says that it is about isolation alone, since the run ended before its final
     * reads; empty otherwise.
     */
    static String coverage(Durability durability) {
        return durability.isCutOff() ? " · durability " + NOT_CHECKED : "";
    }

    private static String cutOff(Durability durability) {
        return "the run ended before its final reads, so nobody knows whether " + acknowledged(durability)
                + "s were lost";
    }

    private static String durable(Durability durability) {
        String all = Numbers.counted(durability.acknowledged(), acknowledged(durability))
                + (durability.counts().unread() > 0 ? " whose keys were finally read" : "");
        return switch (durability.kind()) {
            case APPEND, ADD -> "all " + all + " are in the final reads";
            case WRITE -> "of " + all + " none is proven to be lost; a later write hides a lost one";
            case INCREMENT, BALANCE_CHANGE -> "the final reads are sums that " + all + " explain";
        };
    }

    /** Returns what else the final reads show, each after a semicolon. */
    private static String beside(Durability durability) {
        long recovered = durability.counts().recovered();
        long stale = durability.counts().stale();
        return (recovered == 0
                        ? ""
                        : "; recovered: "
                                + Numbers.counted(recovered, durability.kind().noun()) + " of unknown outcome that "
                                + (recovered == 1 ? "is" : "are") + " there")
                + (stale == 0
                        ? ""
                        : "; stale: nodes show different states of "
                                + Numbers.counted(stale, LossText.place(durability.kind())));
    }

    private static String lost(Durability durability) {
        return switch (durability.kind()) {
            case APPEND, ADD, WRITE -> lostWrites(durability);
            case INCREMENT, BALANCE_CHANGE -> wrongSums(durability);
        };
    }

    private static String lostWrites(Durability durability) {
        WriteKind kind = durability.kind();
        boolean isOne = durability.lostCount() == 1;
        String count = Numbers.counted(durability.lostCount(), kind.noun()) + " whose commit was acknowledged "
                + (kind == WriteKind.WRITE
                        ? (isOne ? "is" : "are") + " gone: every final read shows what was there before"
                        : (isOne ? "is" : "are") + " in no final read of any node")
                + " (" + Numbers.count(durability.acknowledged()) + " were acknowledged)";
        if (durability.lost().isEmpty()) {
            return count + "; their transactions are not on the disk any more";
        }
        LostWrite first = durability.lost().getFirst();
        LostWrite.Clues clues = first.clues();
        String instead = clues.writer() == LostWrite.NONE
                ? ", and no final read shows any"
                : ", and final reads show " + clues.shown() + " of T" + clues.writer() + ", which had ended before";
        return count + ": " + blamed(durability) + "; the first: T"
                + first.txn() + " " + LossText.did(kind, String.valueOf(first.value())) + " key " + first.key()
                + ", acknowledged at " + seconds(first.acknowledgedNanos()) + (kind == WriteKind.WRITE ? instead : "");
    }

    private static String wrongSums(Durability durability) {
        List<WrongSum> sums = durability.losses().sums();
        long amount = sums.stream().mapToLong(WrongSum::amount).sum();
        return "at least "
                + Numbers.counted(durability.lostCount(), durability.kind().noun())
                + " of " + Numbers.count(durability.acknowledged()) + " that were acknowledged, as "
                + Numbers.counted(sums.size(), LossText.place(durability.kind())) + " differ by "
                + Numbers.count(amount) + " in all; the first: " + LossText.sum(sums.getFirst(), durability.kind())
                + "; " + blamedSums(durability);
    }

    /** Returns the faults to which sums point; each has a first change and a last, and the missing one between. */
    private static String blamedSums(Durability durability) {
        int first = durability.losses().sums().stream()
                .mapToInt(WrongSum::firstFault)
                .min()
                .orElse(LostWrite.NONE);
        int last = durability.losses().sums().stream()
                .mapToInt(WrongSum::lastFault)
                .max()
                .orElse(LostWrite.NONE);
        if (last == LostWrite.NONE) {
            return "without any fault";
        }
        FaultEvent to = durability.faults().get(last);
        String lastName = to.fault() + " " + to.target() + " at " + seconds(to.nanos());
        if (first == last) {
            return "the changes point to " + lastName;
        }
        FaultEvent from = durability.faults().get(Math.max(0, first));
        return "the changes point to faults from " + from.fault() + " " + from.target() + " at " + seconds(from.nanos())
                + " to " + lastName;
    }

    /** Returns the number of losses by fault, in the order of the faults. */
    private static String blamed(Durability durability) {
        Map<Integer, Integer> byFault = new TreeMap<>();
        durability.lost().forEach(lost -> byFault.merge(lost.fault(), 1, Integer::sum));
        int listed = durability.lost().size();
        return (listed < durability.lostCount() ? "of the " + Numbers.count(listed) + " that are listed " : "")
                + byFault.entrySet().stream()
                        .map(entry -> Numbers.count(entry.getValue()) + " " + cause(durability, entry.getKey()))
                        .collect(Collectors.joining(", "));
    }

    private static String cause(Durability durability, int fault) {
        if (fault == LostWrite.NONE) {
            return "without any fault";
        }
        FaultEvent event = durability.faults().get(fault);
        boolean isBefore = durability.lost().stream()
                .filter(lost -> lost.fault() == fault)
                .allMatch(lost -> lost.acknowledgedNanos() > event.nanos());
        return (isBefore ? "after" : "before") + " " + event.fault() + " " + event.target() + " at "
                + seconds(event.nanos());
    }

    private static String faults(List<FaultEvent> all) {
        List<FaultEvent> faults =
                all.stream().filter(event -> !event.isByItself()).toList();
        Map<String, Integer> kinds = new LinkedHashMap<>();
        long healed = 0;
        Map<String, Integer> failed = new LinkedHashMap<>();
        for (FaultEvent event : faults) {
            boolean isFailed = event.fault().startsWith(Durability.FAILED);
            switch (event.phase()) {
                case INJECTED ->
                    (isFailed ? failed : kinds)
                            .merge(event.fault().substring(isFailed ? Durability.FAILED.length() : 0), 1, Integer::sum);
                case HEALED -> healed += isFailed ? 0 : 1;
            }
        }
        long injected = kinds.values().stream().mapToInt(count -> count).sum();
        return Numbers.count(injected) + " injected, " + Numbers.count(healed) + " healed, "
                + Numbers.count(injected - healed) + " left"
                + counts(": ", kinds)
                + counts("; could not be injected, and was undone: ", failed)
                + byItself(all);
    }

    private static String counts(String before, Map<String, Integer> kinds) {
        return kinds.isEmpty()
                ? ""
                : before
                        + kinds.entrySet().stream()
                                .map(kind -> kind.getKey() + " ×" + Numbers.count(kind.getValue()))
                                .collect(Collectors.joining(", "));
    }

    /** Returns the events that the cluster caused itself. */
    private static String byItself(List<FaultEvent> all) {
        List<FaultEvent> own = all.stream()
                .filter(event -> event.isByItself() && event.phase() == FaultEvent.Phase.INJECTED)
                .toList();
        return own.isEmpty()
                ? ""
                : "; by itself the cluster made "
                        + Numbers.counted(own.size(), own.getFirst().fault());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / NANOS_A_SECOND);
    }
}
