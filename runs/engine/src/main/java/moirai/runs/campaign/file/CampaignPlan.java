package moirai.runs.campaign.file;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.sampling.Sampling;
import moirai.runs.campaign.sampling.Space;
import moirai.runs.files.WrittenDuration;
import moirai.runs.latency.WrittenRate;
import moirai.runs.report.Numbers;

/**
 * The cells of one night.
 *
 * @param cells in the order of the file: those of the axes, then those that are included
 */
public record CampaignPlan(CampaignFile file, Asked asked, List<PlannedCell> cells) {

    /** The time of a run that nothing limits otherwise, as {@code moirai run} has it. */
    private static final Duration USUAL_TIME = Duration.ofSeconds(60);

    /** The part of a budget that is for replays of new failures. */
    private static final int REPLAYS = 10;

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The part of a cell's share in which its sessions run at most; the rest is for its start and its check. */
    private static final double RUNNING = 0.5;

    /** The time that a cell needs besides that of its sessions: for its process, its database and its check. */
    private static final Duration AROUND = Duration.ofSeconds(6);

    /** The time that a cell needs in which it is measured what its run could have noticed. */
    private static final Duration TEETH = Duration.ofSeconds(4);

    /** A cell may take so many times the time of its sessions, and some more, before it counts as hung. */
    private static final int LIMIT_FACTOR = 2;

    private static final Duration LIMIT_MORE = Duration.ofMinutes(1);

    public CampaignPlan {
        cells = List.copyOf(cells);
    }

    /**
     * What was asked besides the file.
     *
     * @param date from which a rotating seed follows
     * @param budget the wall time of all cells together, or {@link CampaignFile.Limits#UNLIMITED}
     * @param parallel how many cells run at a time
     */
    public record Asked(LocalDate date, Shard shard, Duration budget, int parallel) {}

    /**
     * Returns the cells of a night.
     *
     * @throws moirai.runs.RunException if two cells have one name, or there is none
     */
    public static CampaignPlan of(CampaignFile file, Asked asked) {
        Seed seed = file.choice().seeds().of(asked.date());
        List<NamedCell> all = named(file, seed);
        ExpectationCheck.require(file, all);
        List<NamedCell> own = IntStream.range(0, all.size())
                .filter(asked.shard()::has)
                .mapToObj(all::get)
                .toList();
        if (own.isEmpty()) {
            throw new RunException(
                    "--shard " + asked.shard() + " has no cell of " + Numbers.counted(all.size(), "cell")
                            + ": expected as many parts as there are cells, or fewer",
                    ExitCode.BAD_ARGUMENTS);
        }
        int rounds = Math.ceilDiv(own.size(), asked.parallel());
        Optional<Duration> share = asked.budget().equals(CampaignFile.Limits.UNLIMITED)
                ? Optional.empty()
                : Optional.of(running(forCells(asked.budget()).dividedBy(rounds), around(file)));
        return new CampaignPlan(
                file,
                asked,
                own.stream().map(named -> cell(file, named, seed, share)).toList());
    }

    /** Returns the time that each cell needs besides that of its sessions. */
    public static Duration around(CampaignFile file) {
        return file.sharpness().hasTeeth() ? AROUND.plus(TEETH) : AROUND;
    }

    /** Returns the part of a budget that is for cells; the rest is for replays of new failures. */
    public static Duration forCells(Duration budget) {
        return budget.minus(budget.dividedBy(REPLAYS));
    }

    /** Returns how long sessions run in a cell that has this share of the budget. */
    private static Duration running(Duration share, Duration around) {
        long millis = Math.min(
                (long) (share.toMillis() * RUNNING), share.minus(around).toMillis());
        return Duration.ofMillis(Math.max(SHORTEST.toMillis(), millis));
    }

    private static List<NamedCell> named(CampaignFile file, Seed seed) {
        var all = new ArrayList<NamedCell>();
        List<Axis> axes = file.matrix().axes();
        if (!axes.isEmpty()) {
            for (int[] combination : combinations(file, seed)) {
                var values = new LinkedHashMap<String, Axis.Value>();
                for (int axis = 0; axis < axes.size(); axis++) {
                    values.put(axes.get(axis).name(), axes.get(axis).values().get(combination[axis]));
                }
                all.add(new NamedCell(values, values.values().iterator().next().place(), false));
            }
        }
        file.matrix().include().forEach(included -> all.add(NamedCell.of(included, false)));
        file.sharpness().canaries().forEach(included -> all.add(NamedCell.of(included, true)));
        NamedCell.requireDistinct(all);
        if (all.isEmpty()) {
            throw YamlNode.refused(file.source().file(), "every cell is excluded: expected at least one that is not");
        }
        return all;
    }

    private static List<int[]> combinations(CampaignFile file, Seed seed) {
        List<Axis> axes = file.matrix().axes();
        var boxes = new Boxes(axes, List.of());
        var space = new Space(
                axes.stream().mapToInt(axis -> axis.values().size()).toArray(),
                file.matrix().exclude().stream()
                        .flatMap(condition -> boxes.required(condition).stream())
                        .toList());
        Sampling sampling = file.choice().sampling();
        try {
            return sampling.of(space, seed);
        } catch (IllegalArgumentException tooMany) {
            throw YamlNode.refused(axes.getFirst().place(), String.valueOf(tooMany.getMessage()));
        }
    }

    private static PlannedCell cell(CampaignFile file, NamedCell named, Seed seed, Optional<Duration> share) {
        Map<String, Setting> settings = named.settings(file.run());
        var argv = new ArrayList<String>();
        settings.values().forEach(setting -> setting.argv().forEach(argv::add));
        level(file, named, settings)
                .filter(level -> !settings.containsKey("expect"))
                .ifPresent(level -> argv.add("--expect=" + level.label()));
        if (!settings.containsKey("seed")) {
            argv.add("--seed=" + seed);
        }
        Optional<Duration> own = time(settings);
        boolean isLimited = own.isPresent() || settings.containsKey("txn-count") || settings.containsKey("stages");
        if (!isLimited) {
            share.ifPresent(time -> argv.add("--time-limit=" + time.toMillis() + "ms"));
        }
        Duration time = own.or(() -> share).orElse(USUAL_TIME);
        Duration limit = file.limits().cell().equals(CampaignFile.Limits.UNLIMITED)
                ? time.multipliedBy(LIMIT_FACTOR).plus(LIMIT_MORE)
                : file.limits().cell();
        return new PlannedCell(
                new Cell(
                        named.names(),
                        argv,
                        named.isCanary() ? List.of() : thresholds(file, named, settings),
                        limit.toMillis() / 1e3,
                        named.isCanary()),
                List.copyOf(settings.values()),
                time,
                named.place());
    }

    /** Returns how long sessions run by a cell's own options: its time limit, or else the length of its stages. */
    private static Optional<Duration> time(Map<String, Setting> settings) {
        return value(settings, "time-limit")
                .flatMap(WrittenDuration::parse)
                .or(() -> value(settings, "stages").flatMap(CampaignPlan::length));
    }

    private static Optional<String> value(Map<String, Setting> settings, String option) {
        return Optional.ofNullable(settings.get(option)).stream()
                .flatMap(setting -> setting.values().stream())
                .findFirst();
    }

    private static Optional<Duration> length(String stages) {
        try {
            return Optional.of(WrittenRate.stages(stages).length());
        } catch (IllegalArgumentException refusedWithTheOtherArguments) {
            return Optional.empty();
        }
    }

    private static Optional<IsolationLevel> level(CampaignFile file, NamedCell named, Map<String, Setting> settings) {
        return file.expectations().stream()
                .filter(expectation -> named.meets(expectation.when().keys(), settings))
                .flatMap(expectation -> expectation instanceof Expectation.OfLevel ofLevel
                        ? Stream.of(ofLevel.level())
                        : Stream.empty())
                .reduce((earlier, later) -> later);
    }

    private static List<String> thresholds(CampaignFile file, NamedCell named, Map<String, Setting> settings) {
        return file.expectations().stream()
                .filter(expectation -> named.meets(expectation.when().keys(), settings))
                .flatMap(expectation -> expectation instanceof Expectation.OfFigures ofFigures
                        ? ofFigures.thresholds().stream()
                        : Stream.empty())
                .map(Threshold::text)
                .distinct()
                .toList();
    }
}
