package moirai.studies.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.cli.Moirai;
import moirai.history.HistoryFormatException;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.Manifest;

/**
 * Kills a run of the command line at random moments by SIGKILL, resumes it each time, and looks at what is left. Most
 * moments are behind the first transaction of a part; the others hit the start of the JVM, the look at what was
 * recorded, the start of servers, and whatever else there is.
 */
public final class KilledRuns {

    private static final Duration BEGIN_MAX = Duration.ofMinutes(1);
    private static final Duration END_MAX = Duration.ofMinutes(5);
    /** The time that watchdogs and dying servers are given after the end. */
    private static final Duration GONE_MAX = Duration.ofSeconds(20);
    /** One kill of so many hits any moment. */
    private static final int ANY_MOMENT = 10;

    /**
     * The time that a run is given to drop something, in longest moments. A run that keeps all it records may never
     * drop anything.
     */
    private static final int DROP_MOMENTS = 2;

    /** The time after a drop in which a kill may hit the next one. */
    private static final Duration NEXT_DROP_MAX = Duration.ofSeconds(2);

    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Pattern RECORDED =
            Pattern.compile("recorded ([\\d,]+) committed · ([\\d,]+) aborted · ([\\d,]+) indeterminate");

    private final List<String> options;
    private final Path place;
    private final Duration momentMax;
    private final SplittableRandom random;

    /**
     * Makes a trial.
     *
     * @param options those of the run, of which the first is its database
     * @param place an empty directory
     * @param momentMax the longest time from the first transaction of a part to its kill
     */
    public KilledRuns(List<String> options, Path place, Duration momentMax, long seed) {
        this.options = List.copyOf(options);
        this.place = place;
        this.momentMax = momentMax;
        this.random = new SplittableRandom(seed);
    }

    /**
     * The state of what was killed.
     *
     * @param count the number of processes that were killed while they went
     * @param began those of them that had recorded something new
     * @param endedBefore the output of processes that were gone when they were to be killed
     * @param unreadable why histories were not readable after a kill
     */
    public record Kills(int count, int began, List<String> endedBefore, List<String> unreadable) {

        public Kills {
            endedBefore = List.copyOf(endedBefore);
            unreadable = List.copyOf(unreadable);
        }
    }

    /**
     * The findings in the end.
     *
     * @param isSpanned whether the verdict counts as many transactions as were recorded in all parts
     * @param txns the number of transactions in the whole, dropped ones included
     * @param acknowledged the number of commits that were acknowledged when the last kill came
     * @param left what is lost of them, and what later parts have touched of earlier ones
     * @param processes the command lines of processes that were left
     */
    public record Seen(
            Kills kills, boolean isSpanned, long txns, long acknowledged, Counts left, List<String> processes) {

        public Seen {
            processes = List.copyOf(processes);
        }

        /** Returns whether everything is as it has to be. */
        public boolean isGood() {
            return kills.endedBefore().isEmpty()
                    && kills.unreadable().isEmpty()
                    && isSpanned
                    && left.lost() == 0
                    && left.shared() == 0
                    && processes.isEmpty();
        }
    }

    /**
     * Numbers of transactions in the end. The first two have to be 0.
     *
     * @param lost acknowledged commits that are not in the whole
     * @param shared transactions that use a session, a key or a time of an earlier part
     * @param dropped transactions that are not on the disk any more, because of {@code --keep}
     */
    public record Counts(long lost, long shared, long dropped) {}

    /** Takes the number of kills, a seed, and the options of the run; prints what was seen, and fails if it is bad. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int kills = Integer.parseInt(args[0]);
        Path place = Files.createTempDirectory("moirai-kills");
        List<String> options = Arrays.asList(args).subList(2, args.length);
        var runs = new KilledRuns(options, place, Duration.ofSeconds(8), Long.parseLong(args[1]));
        Seen seen = runs.run(kills);
        PrintStream out = System.out;
        Kills killed = seen.kills();
        out.println("run --db " + String.join(" ", options));
        out.println("kills " + killed.count() + ", of which " + killed.began() + " had recorded something new");
        out.println("readable after the kill: "
                + (killed.count() - killed.unreadable().size()) + " of " + killed.count());
        killed.unreadable().forEach(why -> out.println("  " + why));
        out.println("ended before the kill: " + killed.endedBefore().size());
        killed.endedBefore().forEach(why -> out.println("  " + why));
        out.println("the verdict spans all " + seen.txns() + " transactions: " + seen.isSpanned());
        out.println("acknowledged commits forgotten: " + seen.left().lost() + " of " + seen.acknowledged());
        out.println("transactions with a session, key or time of an earlier part: "
                + seen.left().shared());
        out.println("transactions that were dropped by --keep: " + seen.left().dropped());
        out.println("processes left: " + seen.processes().size());
        seen.processes().forEach(process -> out.println("  " + process));
        runs.verdict().forEach(out::println);
        out.println("kept in " + place);
        if (!seen.isGood()) {
            throw new IllegalStateException("not as it has to be");
        }
    }

    /** Runs, kills so often, and lets the last part end. */
    public Seen run(int count) throws IOException, InterruptedException {
        // Servers run as another user if this one is root.
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx--x--x"));
        var kills = new ArrayList<KilledHistory>();
        var unreadable = new ArrayList<String>();
        var ended = new ArrayList<String>();
        int began = 0;
        Process process = start("0", Stream.concat(Stream.of("--seed", "5eed", "--store", "store"), limits()));
        awaitPlan(process);
        for (int kill = 1; kill <= count; kill++) {
            awaitMoment(process);
            if (!process.isAlive()) {
                ended.add(Files.readString(output(String.valueOf(kill - 1))));
            }
            kill(process);
            try {
                KilledHistory before = kills.isEmpty() ? KilledHistory.NOTHING : kills.getLast();
                Optional<Path> history = history();
                kills.add(history.isPresent() ? KilledHistory.of(history.get()) : before);
                began += kills.getLast().extent().txns() > before.extent().txns() ? 1 : 0;
            } catch (HistoryFormatException damaged) {
                unreadable.add(String.valueOf(damaged.getMessage()));
            }
            Stream<String> limits = kill < count ? limits() : little();
            process = start(kill < count ? String.valueOf(kill) : "last", resume(limits));
        }
        if (!process.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
            kill(process);
        }
        return seen(new Kills(count, began, ended, unreadable), kills);
    }

    private Seen seen(Kills killed, List<KilledHistory> kills) throws IOException, InterruptedException {
        Path history = history().orElseThrow();
        KilledHistory.Left left = KilledHistory.left(history, kills);
        KilledHistory whole = KilledHistory.of(history);
        long txns = whole.extent().txns();
        Matcher recorded = RECORDED.matcher(Files.readString(output("last")));
        long counted = 0;
        if (recorded.find()) {
            for (int group = 1; group <= recorded.groupCount(); group++) {
                counted += Long.parseLong(recorded.group(group).replace(",", ""));
            }
        }
        return new Seen(
                killed,
                counted == txns,
                txns,
                kills.getLast().acknowledged(),
                new Counts(left.lost(), left.shared(), whole.gone().txns()),
                processes());
    }

    /** Returns the lines of the last output from the verdict on. */
    private List<String> verdict() throws IOException {
        List<String> lines = Files.readString(output("last")).lines().toList();
        return lines.stream().dropWhile(line -> !line.startsWith("verdict")).toList();
    }

    /** Returns the command lines of our processes that do not end: of those, and of servers' directories. */
    private List<String> processes() throws InterruptedException {
        long deadline = System.nanoTime() + GONE_MAX.toNanos();
        List<String> left = ours();
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            left = ours();
        }
        return left;
    }

    private List<String> ours() {
        return ProcessHandle.allProcesses()
                .map(one -> one.info().commandLine().orElse(""))
                .filter(line -> line.contains(place.toString()))
                .toList();
    }

    /**
     * Waits for a moment to kill: mostly some time after the first transaction of the part, sometimes any, and with
     * {@code --keep} sometimes just after segments were dropped.
     */
    private void awaitMoment(Process process) throws IOException, InterruptedException {
        int choice = random.nextInt(ANY_MOMENT);
        if (choice > 0) {
            awaitGrowth(process);
        }
        if (choice > ANY_MOMENT / 2 && options.contains("--keep")) {
            awaitDrop(process);
            process.waitFor(random.nextLong(NEXT_DROP_MAX.toMillis()), TimeUnit.MILLISECONDS);
            return;
        }
        process.waitFor(random.nextLong(momentMax.toMillis()), TimeUnit.MILLISECONDS);
    }

    /** Waits until a segment that was not there when the process began has grown: a header alone does not. */
    private void awaitGrowth(Process process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + BEGIN_MAX.toNanos();
        Map<Path, Long> before = sizes();
        Map<Path, Long> now = before;
        while (!hasGrown(before, now) && process.isAlive() && System.nanoTime() < deadline) {
            before = now;
            process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            now = sizes();
        }
    }

    /** Waits until the process has dropped something, for a bounded time. */
    private void awaitDrop(Process process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + DROP_MOMENTS * momentMax.toNanos();
        Path manifest = onlyRun().resolve("history").resolve(Manifest.NAME);
        long before = changedMillis(manifest);
        while (changedMillis(manifest) == before && process.isAlive() && System.nanoTime() < deadline) {
            process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static long changedMillis(Path file) {
        return file.toFile().lastModified();
    }

    private static boolean hasGrown(Map<Path, Long> before, Map<Path, Long> now) {
        return before.entrySet().stream()
                .anyMatch(file -> now.getOrDefault(file.getKey(), 0L) > file.getValue() && file.getValue() > 0);
    }

    private Map<Path, Long> sizes() throws IOException {
        var sizes = new TreeMap<Path, Long>();
        Path history = onlyRun().resolve("history");
        if (Files.isDirectory(history)) {
            try (Stream<Path> files = Files.list(history)) {
                files.filter(file -> file.toString().endsWith(".seg"))
                        .forEach(file -> sizes.put(file, file.toFile().length()));
            }
        }
        return sizes;
    }

    private boolean isMemory() {
        return options.getFirst().equals("memory");
    }

    private Stream<String> limits() {
        return isMemory()
                ? Stream.of("--txn-count", "1000000000", "--time-limit", "10h")
                : Stream.of("--time-limit", "10h");
    }

    /** Returns the limits of the part that is to end on its own. */
    private Stream<String> little() {
        return isMemory() ? Stream.of("--txn-count", "2000") : Stream.of("--time-limit", "5");
    }

    private Stream<String> resume(Stream<String> limits) throws IOException {
        Path run = history().map(Path::getParent).orElseGet(this::onlyRun);
        return Stream.concat(Stream.of("--resume", run.toString()), limits);
    }

    private Path onlyRun() {
        try (Stream<Path> runs = Files.walk(place.resolve("store"), 2)) {
            return runs.filter(path -> Files.exists(path.resolve("plan.json")) && !Files.isSymbolicLink(path))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Optional<Path> history() {
        Path history = onlyRun().resolve("history");
        return Files.isDirectory(history) && HistoryTail.hasBegun(history) ? Optional.of(history) : Optional.empty();
    }

    private Path output(String name) {
        return place.resolve("out." + name);
    }

    private Process start(String name, Stream<String> more) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dmoirai.place=" + place);
        // Most parts live for seconds: what would be compiled twice costs more than it saves.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(Moirai.class.getName(), "run"));
        if (name.equals("0")) {
            command.add("--db");
            command.addAll(options);
            command.addAll(List.of("-c", "6"));
            if (!isMemory()) {
                command.addAll(List.of("--expect", "snapshot-isolation"));
            }
        }
        more.forEach(command::add);
        var builder = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(name).toFile());
        // So that servers are known by their command lines.
        builder.environment().put("XDG_CACHE_HOME", place.resolve("cache").toString());
        return builder.start();
    }

    /** Waits until there is a run: before that, nothing could be resumed. */
    private void awaitPlan(Process process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + END_MAX.toNanos();
        boolean isThere = false;
        while (!isThere && System.nanoTime() < deadline && !process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            if (Files.isDirectory(place.resolve("store"))) {
                try (Stream<Path> files = Files.walk(place.resolve("store"), 3)) {
                    isThere = files.anyMatch(file -> file.endsWith("plan.json"));
                }
            }
        }
        if (!isThere) {
            throw new IllegalStateException("the run did not begin: " + Files.readString(output("0")));
        }
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
