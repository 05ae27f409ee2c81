package moirai.studies.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.cli.Moirai;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.files.HistoryTail;

/**
 * Kills a run of the command line at random moments by SIGKILL, resumes it each time, and looks at what is left: the
 * moments hit the start of the JVM, the look at what was recorded, the sessions, and whatever else there is.
 */
public final class KilledRuns {

    private static final int PIECE_TXNS = 65_536;
    private static final Duration BEGIN_MAX = Duration.ofMinutes(1);
    private static final Duration END_MAX = Duration.ofMinutes(5);
    private static final Pattern RECORDED =
            Pattern.compile("recorded ([\\d,]+) committed · ([\\d,]+) aborted · ([\\d,]+) indeterminate");

    private final String database;
    private final Path place;
    private final Duration momentMax;
    private final SplittableRandom random;

    /**
     * Makes a trial.
     *
     * @param database {@code memory} or {@code h2}
     * @param place an empty directory
     * @param momentMax the latest moment of a kill
     */
    public KilledRuns(String database, Path place, Duration momentMax, long seed) {
        this.database = database;
        this.place = place;
        this.momentMax = momentMax;
        this.random = new SplittableRandom(seed);
    }

    /**
     * What was seen.
     *
     * @param kills the number of processes that were killed while they went
     * @param began those of them that had recorded something new
     * @param endedBefore the output of processes that were gone when they were to be killed
     * @param unreadable why histories were not readable after a kill
     * @param isSpanned whether the verdict counts as many transactions as there are in the whole history
     * @param txns the number of transactions in the whole
     * @param acknowledged the number of commits that were on the disk after kills
     * @param lost those of them that are not in the whole
     * @param shared the number of transactions that use a session, a key or a time of an earlier part
     * @param processes the number of processes that were left
     * @param verdict the last line of the verdict
     */
    public record Seen(
            int kills,
            int began,
            List<String> endedBefore,
            List<String> unreadable,
            boolean isSpanned,
            long txns,
            long acknowledged,
            long lost,
            long shared,
            int processes,
            String verdict) {

        /** Returns whether everything is as it has to be. */
        public boolean isGood() {
            return endedBefore.isEmpty()
                    && unreadable.isEmpty()
                    && isSpanned
                    && lost == 0
                    && shared == 0
                    && processes == 0;
        }
    }

    /**
     * What was recorded up to a kill.
     *
     * @param acknowledgedHash a sum over all acknowledged commits, with what they changed and read
     */
    private record Mark(
            long txns, long lastNanos, long nextSession, long nextKey, long acknowledged, long acknowledgedHash) {

        static final Mark NONE = new Mark(0, 0, 0, 0, 0, 0);

        Mark and(History piece, int txn) {
            long hash = 0;
            long key = nextKey;
            for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                key = Math.max(key, piece.keyName(piece.key(op)) + 1);
                hash = 31 * hash + piece.op(op).hashCode();
            }
            boolean isAcknowledged = piece.outcome(txn) instanceof Outcome.Committed;
            long mixed = (hash * 31 + piece.session(txn)) * 0x9e3779b97f4a7c15L + piece.startNanos(txn);
            return new Mark(
                    txns + 1,
                    Math.max(lastNanos, piece.endNanos(txn)),
                    Math.max(nextSession, piece.session(txn) + 1L),
                    key,
                    acknowledged + (isAcknowledged ? 1 : 0),
                    acknowledgedHash + (isAcknowledged ? mixed ^ (mixed >>> 31) : 0));
        }
    }

    /** Takes the number of kills, the database, and a seed; prints what was seen, and fails if something is wrong. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int kills = Integer.parseInt(args[0]);
        String database = args[1];
        Path place = Files.createTempDirectory("moirai-kills");
        Duration momentMax = Duration.ofMillis(database.equals("memory") ? 4_000 : 8_000);
        Seen seen = new KilledRuns(database, place, momentMax, Long.parseLong(args[2])).run(kills);
        PrintStream out = System.out;
        out.println("database " + database + ", kills " + seen.kills() + ", of which " + seen.began()
                + " had recorded something new");
        out.println(
                "readable after the kill: " + (seen.kills() - seen.unreadable().size()) + " of " + seen.kills());
        seen.unreadable().forEach(why -> out.println("  " + why));
        out.println("ended before the kill: " + seen.endedBefore().size());
        seen.endedBefore().forEach(why -> out.println("  " + why));
        out.println("the verdict spans all " + seen.txns() + " transactions: " + seen.isSpanned());
        out.println("acknowledged commits lost: " + seen.lost() + " of " + seen.acknowledged());
        out.println("transactions with a session, key or time of an earlier part: " + seen.shared());
        out.println("processes left: " + seen.processes());
        out.println(seen.verdict());
        out.println("kept in " + place);
        if (!seen.isGood()) {
            throw new IllegalStateException("not as it has to be");
        }
    }

    /** Runs, kills so often, and lets the last part end. */
    public Seen run(int kills) throws IOException, InterruptedException {
        var marks = new ArrayList<Mark>();
        var unreadable = new ArrayList<String>();
        var ended = new ArrayList<String>();
        int began = 0;
        int segments = 0;
        Process process = start("0", Stream.concat(Stream.of("--seed", "5eed", "--store", "store"), limits()));
        awaitPlan(process);
        for (int kill = 1; kill <= kills; kill++) {
            // Half of the kills are to hit the sessions, which on a busy machine begin late.
            if (random.nextBoolean()) {
                awaitSegments(process, segments);
            }
            if (process.waitFor(random.nextLong(momentMax.toMillis()), TimeUnit.MILLISECONDS)) {
                ended.add(Files.readString(output(String.valueOf(kill - 1))));
            }
            kill(process);
            segments = segments();
            try {
                Mark before = marks.isEmpty() ? Mark.NONE : marks.getLast();
                Mark mark = history().isPresent() ? marks(List.of()).getLast() : Mark.NONE;
                began += mark.txns() > before.txns() ? 1 : 0;
                marks.add(mark);
            } catch (HistoryFormatException damaged) {
                unreadable.add(String.valueOf(damaged.getMessage()));
            }
            process = start(String.valueOf(kill), resume(limits()));
        }
        // The last one is to end, on its own.
        kill(process);
        marks.add(marks(List.of()).getLast());
        Stream<String> little =
                database.equals("memory") ? Stream.of("--txn-count", "2000") : Stream.of("--time-limit", "2");
        Process last = start("last", resume(little));
        if (!last.waitFor(END_MAX.toSeconds(), TimeUnit.SECONDS)) {
            kill(last);
        }
        return seen(kills + 1, began, ended, unreadable, marks);
    }

    private Seen seen(int kills, int began, List<String> ended, List<String> unreadable, List<Mark> marks)
            throws IOException {
        String text = Files.readString(output("last"));
        List<Mark> whole = marks(marks);
        Mark all = whole.getLast();
        long lost = 0;
        for (int i = 0; i < marks.size(); i++) {
            // Each part counts what was acknowledged by its own sessions and those before.
            Mark then = marks.get(i);
            Mark now = whole.get(i);
            if (then.acknowledgedHash() != now.acknowledgedHash() || then.acknowledged() != now.acknowledged()) {
                lost += Math.max(1, then.acknowledged() - now.acknowledged());
            }
        }
        Matcher recorded = RECORDED.matcher(text);
        long counted = 0;
        for (boolean found = recorded.find(); found && counted == 0; ) {
            for (int group = 1; group <= recorded.groupCount(); group++) {
                counted += Long.parseLong(recorded.group(group).replace(",", ""));
            }
        }
        int processes = (int) ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains(place.toString()))
                .count();
        String verdict = text.lines()
                .filter(line -> line.startsWith("verdict"))
                .findFirst()
                .orElse(text);
        return new Seen(
                kills,
                began,
                ended,
                unreadable,
                counted == all.txns(),
                all.txns(),
                marks.getLast().acknowledged(),
                lost,
                shared,
                processes,
                verdict);
    }

    private long shared;

    /**
     * Returns what is recorded, up to each of these marks and as a whole: the transactions whose session is of that
     * part or an earlier one.
     */
    private List<Mark> marks(List<Mark> kills) throws IOException {
        var marks = new ArrayList<Mark>(Collections.nCopies(kills.size() + 1, Mark.NONE));
        shared = 0;
        try (HistoryTail tail = HistoryTail.open(history().orElseThrow())) {
            tail.finish();
            HistoryTail.Piece piece;
            do {
                piece = tail.poll(PIECE_TXNS);
                for (int txn = 0; txn < piece.ended().txnCount(); txn++) {
                    int part = 0;
                    while (part < kills.size()
                            && piece.ended().session(txn) >= kills.get(part).nextSession()) {
                        part++;
                    }
                    marks.set(part, marks.get(part).and(piece.ended(), txn));
                    shared += part > 0 && isShared(piece.ended(), txn, kills.get(part - 1)) ? 1 : 0;
                }
            } while (!piece.isEnd());
        }
        for (int i = 1; i < marks.size(); i++) {
            marks.set(i, sum(marks.get(i - 1), marks.get(i)));
        }
        return marks;
    }

    private static Mark sum(Mark before, Mark part) {
        return new Mark(
                before.txns + part.txns,
                Math.max(before.lastNanos, part.lastNanos),
                Math.max(before.nextSession, part.nextSession),
                Math.max(before.nextKey, part.nextKey),
                before.acknowledged + part.acknowledged,
                before.acknowledgedHash + part.acknowledgedHash);
    }

    private static boolean isShared(History history, int txn, Mark before) {
        boolean isShared = history.startNanos(txn) <= before.lastNanos();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            isShared |= history.keyName(history.key(op)) < before.nextKey();
        }
        return isShared;
    }

    private Stream<String> limits() {
        return database.equals("memory")
                ? Stream.of("--txn-count", "1000000000", "--time-limit", "10h")
                : Stream.of("--time-limit", "10h");
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

    private Optional<Path> history() throws IOException {
        Path history = onlyRun().resolve("history");
        return Files.isDirectory(history) && HistoryTail.hasBegun(history) ? Optional.of(history) : Optional.empty();
    }

    private Path output(String name) {
        return place.resolve("out." + name);
    }

    private Process start(String name, Stream<String> options) throws IOException {
        boolean isFirst = name.equals("0");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Dmoirai.place=" + place);
        command.addAll(List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(Moirai.class.getName(), "run"));
        if (isFirst) {
            command.addAll(List.of("--db", database, "-c", "6"));
            if (!database.equals("memory")) {
                command.addAll(List.of("--expect", "snapshot-isolation"));
            }
        }
        options.forEach(command::add);
        return new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(name).toFile())
                .start();
    }

    /** Waits until there is a run: before that, nothing could be resumed. */
    private void awaitPlan(Process process) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + END_MAX.toNanos();
        boolean isThere = false;
        while (!isThere && System.nanoTime() < deadline && !process.waitFor(20, TimeUnit.MILLISECONDS)) {
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

    private void awaitSegments(Process process, int before) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + BEGIN_MAX.toNanos();
        boolean isOver = false;
        while (!isOver && segments() <= before && System.nanoTime() < deadline) {
            isOver = process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    private int segments() throws IOException {
        Path history = onlyRun().resolve("history");
        if (!Files.isDirectory(history)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(history)) {
            return (int) files.count();
        }
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
