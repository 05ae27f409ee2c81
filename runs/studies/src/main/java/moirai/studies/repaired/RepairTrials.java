package moirai.studies.repaired;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.levels.Promises;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.RepairSearch;
import moirai.directed.repairs.VersionFix;
import moirai.directed.search.Anomaly;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.sources.SourceException;

/*
 * 1. The sources are analysed at a level, and the repairs of each group are searched.
 * 2. All anomalies are replayed by the methods as they are.
 * 3. Each repair, with those that it needs besides, is applied to a copy of the sources. The copy is analysed again,
 *    and the anomalies of the group are replayed by its methods. A level of a transaction goes into the question of the
 *    analysis, and into the code that runs, which sets it.
 * 4. The first repair of each group that can be applied is applied together with those of the others, and all anomalies
 *    are replayed, at first those of groups with such a repair, then the others.
 *
 * An anomaly that happens to the changed sources is another one if the analysis still finds anomalies of the same
 * transactions, those of other groups: in the order of a case, a lock lets statements wait, and others then come first.
 *
 * A version column changes what statements read and write, so that a case of the sources as they were is none of the
 * changed ones. There the anomalies of the changed program without its rollbacks are replayed that have the same cycle.
 */
/** The trials of all repairs of one program. */
final class RepairTrials {

    private final Path folder;
    private final List<String> txns;
    private final Promises level;
    private final List<Path> classpath;
    private final LiveServer server;
    private final Subject before;
    private final Map<String, LiveServer.Counts> lived = new HashMap<>();

    /**
     * Analyses sources.
     *
     * @param classpath of what the sources need, without the sources themselves
     */
    RepairTrials(Path folder, List<String> txns, Promises level, List<Path> classpath, LiveServer server) {
        this.folder = folder;
        this.txns = List.copyOf(txns);
        this.level = level;
        this.classpath = List.copyOf(classpath);
        this.server = server;
        this.before = Subject.of(folder, txns, Levels.all(level));
    }

    /** Returns the analysis of the sources as they are. */
    Subject before() {
        return before;
    }

    /**
     * Tries all repairs.
     *
     * @param told each trial as soon as it has ended
     */
    List<RepairTrial> run(Consumer<RepairTrial> told) throws IOException, SQLException, InterruptedException {
        var trials = new ArrayList<RepairTrial>();
        Consumer<RepairTrial> heard = trial -> {
            trials.add(trial);
            told.accept(trial);
        };
        var search = new RepairSearch(
                before.atLevels(), Subject.BOUNDS, before.analysis().anomalies());
        replayAsItIs();
        var chosen = new LinkedHashSet<Fix>();
        var repaired = new HashSet<String>();
        int number = 0;
        for (AnomalyGroup group : before.groups().groups()) {
            number++;
            List<RepairSearch.Shown> repairs = search.repairs(group.cause());
            boolean isChosen = false;
            for (RepairSearch.Shown shown : repairs) {
                List<Fix> fixes = Stream.concat(Stream.of(shown.fix()), shown.together().stream())
                        .toList();
                RepairTrial trial = trial(RepairTrial.Of.group(number, group, lived(group)), fixes, keys(group));
                heard.accept(trial);
                if (!isChosen && trial.isApplied()) {
                    isChosen = true;
                    chosen.addAll(fixes);
                    repaired.addAll(keys(group));
                }
            }
            if (repairs.isEmpty()) {
                heard.accept(RepairTrial.none(RepairTrial.Of.group(number, group, lived(group))));
            }
        }
        if (!chosen.isEmpty()) {
            List<Fix> fixes = List.copyOf(chosen);
            heard.accept(trial(RepairTrial.Of.all(repaired.size(), lived(repaired)), fixes, repaired));
            var rest = new HashSet<String>(before.keys());
            rest.removeAll(repaired);
            if (!rest.isEmpty()) {
                heard.accept(trial(RepairTrial.Of.rest(rest.size(), lived(rest)), fixes, rest));
            }
        }
        return trials;
    }

    private void replayAsItIs() throws IOException, SQLException, InterruptedException {
        try (LoadedCode code = compiled(before, folder)) {
            for (DirectedCase wanted : before.cases(before.analysis().anomalies())) {
                lived.put(wanted.anomaly().key(), server.replay(code, level, wanted));
            }
        }
    }

    private LoadedCode compiled(Subject subject, Path sources) {
        LoadedCode code = LoadedCode.of(subject.code(), List.of(sources), classpath);
        if (code.compiled().isEmpty()) {
            code.close();
            throw new CodeException("the class path has classes of the sources, which would run unchanged");
        }
        return code;
    }

    private LiveServer.Counts lived(AnomalyGroup group) {
        return lived(keys(group));
    }

    private LiveServer.Counts lived(Set<String> keys) {
        return keys.stream()
                .map(key -> lived.getOrDefault(key, LiveServer.Counts.NONE))
                .reduce(LiveServer.Counts.NONE, LiveServer.Counts::plus);
    }

    private static Set<String> keys(AnomalyGroup group) {
        return group.members().stream().map(member -> member.anomaly().key()).collect(Collectors.toSet());
    }

    /** Applies repairs of the anomalies with these keys, analyses what comes of that, and replays the anomalies. */
    private RepairTrial trial(RepairTrial.Of of, List<Fix> fixes, Set<String> keys)
            throws IOException, SQLException, InterruptedException {
        try (SourceCopy copy = SourceCopy.of(folder)) {
            new OwnTexts(copy.sources(), before.code()).separate(fixes);
            var repair = new SourceRepair(
                    ParsedSources.of(copy.sources()), Subject.read(copy.sources(), txns), Subject.BOUNDS.loopMax());
            repair.apply(fixes);
            repair.edits().write();
            Levels levels = before.levels(fixes);
            Subject after = Subject.of(copy.sources(), txns, levels);
            setLevels(copy, after);
            Set<String> left = after.keys();
            var lost = new HashSet<String>(after.losses());
            lost.removeAll(before.losses());
            var result = new RepairTrial.Result(
                    (int) left.stream().filter(keys::contains).count(),
                    (int) left.stream()
                            .filter(key -> !before.keys().contains(key))
                            .count(),
                    List.copyOf(lost),
                    List.copyOf(repair.sharers()),
                    replayed(copy, after, fixes, keys));
            return new RepairTrial(of, fixes, result);
        } catch (NotApplied impossible) {
            return RepairTrial.notApplied(of, fixes, impossible.reason());
        } catch (CodeException | SourceException broken) {
            return RepairTrial.notApplied(of, fixes, String.valueOf(broken.getMessage()));
        }
    }

    /** Lets the transactions that have a level of their own set it. The analysis is asked about it beforehand. */
    private static void setLevels(SourceCopy copy, Subject after) throws IOException {
        var running = new SourceRepair(ParsedSources.of(copy.sources()), after.code(), Subject.BOUNDS.loopMax());
        new TreeMap<>(after.levels().special()).forEach((txn, own) -> running.setLevel(txn, LiveServer.constant(own)));
        running.edits().write();
    }

    private RepairTrial.Live replayed(SourceCopy copy, Subject after, List<Fix> fixes, Set<String> keys)
            throws SQLException, InterruptedException {
        boolean isOther = fixes.stream().anyMatch(VersionFix.class::isInstance);
        List<Anomaly> wanted = before.analysis().anomalies().stream()
                .filter(anomaly -> keys.contains(anomaly.key()))
                .toList();
        List<DirectedCase> cases = isOther ? after.unprotected(keys, before.levels()) : before.cases(wanted);
        Set<List<String>> remaining =
                after.analysis().anomalies().stream().map(RepairTrials::calls).collect(Collectors.toSet());
        var others = LiveServer.Counts.NONE;
        var unexplained = LiveServer.Counts.NONE;
        try (LoadedCode code = compiled(after, copy.sources())) {
            for (DirectedCase one : cases) {
                LiveServer.Counts count = server.replay(code, level, one);
                if (remaining.contains(calls(one.anomaly()))) {
                    others = others.plus(count);
                } else {
                    unexplained = unexplained.plus(count);
                }
            }
        }
        return new RepairTrial.Live(
                others.plus(unexplained).plus(new LiveServer.Counts(0, 0, keys.size() - cases.size())),
                others.anomalous());
    }

    private static List<String> calls(Anomaly anomaly) {
        return anomaly.hops().stream().map(Anomaly.Hop::txn).sorted().toList();
    }
}
