package moirai.runs.campaign.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.Shard;
import moirai.runs.store.RunStore;

/**
 * Joins the nights of the shards of a campaign to one night that has every cell once. The nights may be in several
 * stores; runs stay where they are, and the joined night leads to them by relative paths.
 *
 * <p>Of each shard the newest night counts that no joined night has, and that began not more than a day before the
 * newest of all. A cell that none of them has executed counts as not started, so that a machine that was lost is seen.
 *
 * <p>A merge that is repeated, or that follows the repetition of some shards within half a day, replaces the last
 * joined night: the shards that were not repeated stay in it.
 */
public final class ShardMerge {

    /** The longest time between the begins of the shards of one night. */
    private static final Duration APART_MAX = Duration.ofDays(1);

    /** The longest time between the first shard of a night and the repetition of another. */
    private static final Duration AGAIN_MAX = Duration.ofHours(12);

    private final CampaignStore store;
    private final CampaignFile file;
    private final Consumer<String> warnings;

    /**
     * @param store where the joined night is made
     * @param warnings is told of nights that are left out
     */
    public ShardMerge(CampaignStore store, CampaignFile file, Consumer<String> warnings) {
        this.store = store;
        this.file = file;
        this.warnings = warnings;
    }

    /** The night of a shard, and the store that it is in. */
    private record Part(CampaignStore store, NightDirectory directory, Night night, Shard shard) {

        String id() {
            return night.identity().id();
        }

        Instant begun() {
            return Instant.parse(night.identity().begun());
        }
    }

    /**
     * Makes the night.
     *
     * @param stores those with the nights of the shards
     * @param cells returns all cells of a date
     * @throws RunException if there is no such night, or if they do not belong together
     */
    public NightDirectory merge(List<CampaignStore> stores, Function<LocalDate, List<Cell>> cells) {
        List<CampaignStore.ReadNight> joinedBefore = store.readable(
                        file.source().name(), warnings)
                .filter(read -> !read.night().identity().joined().isEmpty())
                .toList();
        List<Part> all = all(stores);
        Optional<CampaignStore.ReadNight> repeated =
                joinedBefore.stream().findFirst().filter(last -> isRepeated(last, all));
        List<Part> parts = newest(candidates(all, joinedBefore, repeated, stores));
        requireAlike(parts);
        Part newest = parts.stream().max(Comparator.comparing(Part::id)).orElseThrow();
        Night joined = joined(
                newest.night().identity(), parts, cells.apply(LocalDate.ofInstant(newest.begun(), ZoneOffset.UTC)));
        Path path = repeated.map(last -> last.directory().path())
                .orElseGet(() -> new RunStore(store.root())
                        .create(file.source().name(), newest.begun())
                        .path());
        repeated.ifPresent(
                last -> warnings.accept("the night " + last.directory().path() + " is made again"));
        Night.Identity identity = joined.identity();
        var directory = new NightDirectory(path);
        directory.beginAgain(
                new Night(
                        new Night.Identity(
                                path.getFileName().toString(),
                                identity.campaign(),
                                RunStore.began(path).orElse(newest.begun()).toString(),
                                identity.moirai(),
                                identity.digest(),
                                Shard.WHOLE.toString(),
                                parts.stream()
                                        .map(part -> part.night().identity().asPart())
                                        .toList()),
                        joined.cells(),
                        joined.results()),
                file.source().text());
        parts.forEach(part -> part.directory().cases().forEach(directory::append));
        return directory;
    }

    /** Returns the nights of all shards, the newest first. */
    private List<Part> all(List<CampaignStore> stores) {
        String name = file.source().name();
        return stores.stream()
                .distinct()
                .flatMap(one -> one.readable(name, warnings)
                        .filter(read -> !read.night().identity().shard().isEmpty())
                        .flatMap(read -> part(one, read)))
                .sorted(Comparator.comparing(Part::id).reversed())
                .toList();
    }

    private static boolean has(CampaignStore.ReadNight joined, Part part) {
        return joined.night()
                .identity()
                .joined()
                .contains(part.night().identity().asPart());
    }

    /**
     * Returns whether the last joined night is to be made again: no night of a shard is newer, or only some shards have
     * newer ones, which began soon after the first of that night.
     */
    private static boolean isRepeated(CampaignStore.ReadNight last, List<Part> all) {
        List<Part> mine = all.stream().filter(part -> has(last, part)).toList();
        if (mine.isEmpty()) {
            return false;
        }
        Instant first =
                mine.stream().map(Part::begun).min(Comparator.naturalOrder()).orElseThrow();
        List<Part> newer = all.stream()
                .filter(part -> part.begun().isAfter(first) && !has(last, part))
                .toList();
        boolean areAll = newer.stream().map(Part::shard).distinct().count()
                == mine.getFirst().shard().of();
        return !areAll && newer.stream().allMatch(part -> part.begun().isBefore(first.plus(AGAIN_MAX)));
    }

    /** Returns the nights from which one may be made: those that no joined night has but the one that is made again. */
    private List<Part> candidates(
            List<Part> all,
            List<CampaignStore.ReadNight> joinedBefore,
            Optional<CampaignStore.ReadNight> repeated,
            List<CampaignStore> stores) {
        List<CampaignStore.ReadNight> others = joinedBefore.stream()
                .filter(one -> !repeated.equals(Optional.of(one)))
                .toList();
        String last = others.stream()
                .map(one -> one.night().identity().id())
                .findFirst()
                .orElse("");
        List<Part> candidates = all.stream()
                .filter(part -> others.stream().noneMatch(one -> has(one, part)))
                .filter(part -> part.id().compareTo(last) > 0)
                .toList();
        if (candidates.isEmpty()) {
            throw refused("no shard of the campaign " + file.source().name() + " has a night in "
                    + stores.stream().map(one -> one.store().toString()).collect(Collectors.joining(", "))
                    + (last.isEmpty() ? "" : " that began after " + last + ", the last one that has all cells")
                    + ": expected stores in which 'campaign run --shard I/N' ran");
        }
        return candidates;
    }

    /** Returns the newest night of each shard, by their numbers. */
    private List<Part> newest(List<Part> newestFirst) {
        Instant earliest = newestFirst.getFirst().begun().minus(APART_MAX);
        var byShard = new LinkedHashMap<Shard, Part>();
        for (Part part : newestFirst) {
            Part newer = byShard.get(part.shard());
            if (newer == null && part.begun().isBefore(earliest)) {
                warnings.accept(part.directory().path() + " is left out: it began more than a day before "
                        + newestFirst.getFirst().directory().path());
            } else if (newer == null) {
                byShard.put(part.shard(), part);
            }
        }
        return byShard.values().stream()
                .sorted(Comparator.comparingInt(part -> part.shard().number()))
                .toList();
    }

    private Stream<Part> part(CampaignStore from, CampaignStore.ReadNight read) {
        try {
            return Stream.of(new Part(
                    from,
                    read.directory(),
                    read.night(),
                    Shard.parse(read.night().identity().shard())));
        } catch (IllegalArgumentException foreign) {
            warnings.accept(read.directory().path() + " is left out: " + foreign.getMessage());
            return Stream.empty();
        }
    }

    private void requireAlike(List<Part> parts) {
        Part first = parts.getFirst();
        Night.Identity identity = first.night().identity();
        for (Part part : parts) {
            Night.Identity other = part.night().identity();
            if (!other.digest().equals(file.source().digest())) {
                throw refused(part.directory().path() + ", shard " + part.shard()
                        + ", ran another file than " + file.source().file() + " is now: expected shards of one file,"
                        + " and that file");
            }
            if (part.shard().of() != first.shard().of()) {
                throw refused(part.directory().path() + " is shard " + part.shard() + ", and "
                        + first.directory().path() + " is " + first.shard() + ": expected parts of one division");
            }
            if (!other.moirai().equals(identity.moirai())) {
                throw refused(part.directory().path() + " was run by version " + other.moirai() + " of Moirai, and "
                        + first.directory().path() + " by " + identity.moirai() + ": expected one version");
            }
        }
    }

    private static RunException refused(String message) {
        return new RunException(message, ExitCode.BAD_ARGUMENTS);
    }

    private Night joined(Night.Identity identity, List<Part> parts, List<Cell> planned) {
        Map<String, Part> owners = new LinkedHashMap<>();
        var cells = new LinkedHashMap<String, Cell>();
        planned.forEach(cell -> cells.put(cell.name(), cell));
        for (Part part : parts) {
            for (Cell cell : part.night().cells()) {
                Part other = owners.put(cell.name(), part);
                if (other != null) {
                    throw refused("the cell " + cell.name() + " is in "
                            + other.directory().path() + " and in "
                            + part.directory().path() + ": expected shards of one day, for the seed of the day chooses"
                            + " the cells");
                }
                cells.put(cell.name(), cell);
            }
        }
        int of = parts.getFirst().shard().of();
        var results = new ArrayList<CellResult>();
        int index = 0;
        for (Cell cell : cells.values()) {
            Optional<Part> owner = Optional.ofNullable(owners.get(cell.name()));
            String shard =
                    owner.map(Part::shard).orElse(new Shard(index % of + 1, of)).toString();
            results.add(owner.flatMap(part -> result(part, cell))
                    .orElseGet(() -> CellRecord.notStarted(
                            cell,
                            owner.isPresent()
                                    ? "the night of shard " + shard + " did not end"
                                    : "there is no night of shard " + shard)));
            index++;
        }
        return new Night(identity, List.copyOf(cells.values()), results);
    }

    private Optional<CellResult> result(Part part, Cell cell) {
        return part.night()
                .result(cell.name())
                .map(result -> result.run().isEmpty()
                        ? result
                        : result.withRun(relative(part.store().store().resolve(result.run()))));
    }

    /** Returns the way from the store to a run. */
    private String relative(Path run) {
        return absolute(store.store()).relativize(absolute(run)).toString().replace('\\', '/');
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
