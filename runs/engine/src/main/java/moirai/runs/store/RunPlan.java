package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.FullDisk;
import moirai.runs.files.JsonRecord;
import moirai.runs.parts.PartEnd;
import moirai.runs.parts.RunPart;

/**
 * The contents of {@code plan.json}: what a run was asked, and its parts. It is written before the run touches its
 * database, and when a part ends, so that what is left by a kill says how to go on. A change that a reader of an older
 * version would misunderstand raises {@code schema}.
 *
 * @param argv the command that asked for the run, without secrets and with the seed
 * @param firstKey the first key that the tables of the last part may hold: that of the part that made them
 */
public record RunPlan(int schema, List<String> argv, List<PartEnd> parts, int firstKey) {

    /** The database that a part finds if the one of the part before died with its process. */
    static final String NEW_DATABASE = "a new database";

    /** The database that a part finds if it has outlived the part before, whose tables are gone. */
    static final String NEW_TABLES = "new tables";

    /** The database that a part finds if it takes over the tables that are there. */
    static final String TABLES_BEFORE = "the tables of the part before";

    private static final int SCHEMA = 1;

    public RunPlan {
        argv = List.copyOf(argv);
        parts = List.copyOf(parts);
    }

    /** Returns the plan of a run that has no part yet. */
    static RunPlan of(List<String> argv) {
        return new RunPlan(SCHEMA, argv, List.of(), 0);
    }

    /**
     * Reads the plan of a run; one from before there were plans has its command in {@code run.json}.
     *
     * @throws RunException if there is none, or one of a later version
     */
    public static RunPlan read(RunDirectory directory) {
        try {
            JsonRecord plan = JsonRecord.read(directory.plan());
            long schema = plan.number("schema", SCHEMA);
            if (schema > SCHEMA) {
                throw new RunException(
                        directory.plan() + ": schema " + schema + " is of a later version; this one reads " + SCHEMA,
                        ExitCode.BAD_ARGUMENTS);
            }
            if (!plan.texts("argv").isEmpty()) {
                return new RunPlan(
                        SCHEMA,
                        plan.texts("argv"),
                        plan.objects("parts").stream().map(RunPlan::part).toList(),
                        (int) plan.number("first-key", 0));
            }
        } catch (IOException unreadable) {
            System.getLogger(RunPlan.class.getName()).log(System.Logger.Level.DEBUG, "no plan", unreadable);
        }
        if (directory.argv().isEmpty()) {
            throw new RunException(
                    directory.path() + ": neither plan.json nor run.json says what was run; expected the directory of"
                            + " a run",
                    ExitCode.BAD_ARGUMENTS);
        }
        var first = new PartEnd(1, "", 0, 0, "", PartEnd.ENDED);
        return new RunPlan(SCHEMA, directory.argv(), List.of(first), 0);
    }

    /** Reads a part of a run, of its plan or of {@code run.json}. */
    static PartEnd part(JsonRecord part) {
        return new PartEnd(
                (int) part.number("number", 1),
                part.text("began"),
                part.number("first-nanos", 0),
                part.number("last-nanos", 0),
                part.text("database"),
                part.text("ended"));
    }

    /** The plan of a run that goes, and its file. */
    static final class Kept {

        private final RunDirectory directory;
        private RunPlan plan;

        Kept(RunDirectory directory, List<String> argv) {
            this.directory = directory;
            this.plan = RunPlan.of(argv);
        }

        /**
         * Notes that a part of the run begins, before anything is touched.
         *
         * @throws RunException if the disk is full
         */
        void begin(RunPart part) {
            RunPlan before = part.isResumed() ? RunPlan.read(directory) : plan;
            try {
                keep(before.and(part, Instant.now()));
            } catch (UncheckedIOException failed) {
                throw FullDisk.reason(failed, directory.path())
                        .map(reason -> new RunException(reason + ": the run has not begun", ExitCode.UNKNOWN, failed))
                        .orElseThrow(() -> failed);
            }
        }

        /** Notes when its sessions begin, for those who read how long it went, if it is killed. */
        void beginSessions(long nanos) {
            keep(plan.with(plan.last().beginning(nanos)));
        }

        /**
         * Notes what it has found, before new tables are made: whoever goes on after a kill would otherwise look in
         * them for keys of earlier parts.
         *
         * @param firstKey the first key of the part
         */
        void found(String database, int firstKey) {
            keep(plan.with(plan.last().on(database))
                    .holding(database.equals(TABLES_BEFORE) ? plan.firstKey() : firstKey));
        }

        /** Notes how it has ended; without this note it passes for killed. */
        void end(String how, long lastNanos) {
            keep(plan.with(plan.last().ending(how, lastNanos)));
        }

        private void keep(RunPlan now) {
            plan = now;
            try {
                directory.write(plan);
            } catch (IOException failed) {
                throw new UncheckedIOException("plan.json could not be written: " + failed, failed);
            }
        }

        /** Returns whether a part has found this. */
        boolean hasFound(String database) {
            return plan.parts().stream().anyMatch(part -> part.database().equals(database));
        }

        /** Returns whether the tables of a part that was killed were gone when the run went on. */
        boolean hasLostTables() {
            return plan.hasLostTables();
        }

        /** Returns the first key that the tables may hold. */
        int firstKey() {
            return plan.firstKey();
        }

        List<PartEnd> parts() {
            return plan.parts();
        }
    }

    /**
     * Returns whether the tables of a part that was killed were gone when the run went on. Who ends otherwise has
     * removed its tables, and nobody expects them.
     */
    boolean hasLostTables() {
        return IntStream.range(1, parts.size())
                .anyMatch(i -> parts.get(i).database().equals(NEW_TABLES) && wasKilledBefore(i));
    }

    /** Returns whether a part was killed, from the last one before this that had tables on. */
    private boolean wasKilledBefore(int index) {
        for (int before = index - 1; before >= 0; before--) {
            PartEnd part = parts.get(before);
            if (part.ended().equals(PartEnd.KILLED)) {
                return true;
            }
            if (!part.database().isEmpty()) {
                return false;
            }
        }
        return false;
    }

    /** Returns the same plan with tables from that key on. */
    RunPlan holding(int key) {
        return new RunPlan(schema, argv, parts, key);
    }

    /** Returns the last part. */
    PartEnd last() {
        return parts.getLast();
    }

    /** Returns the same plan with another part behind the others. */
    RunPlan and(RunPart part, Instant now) {
        var more = new ArrayList<>(parts);
        more.add(new PartEnd(part.number(), now.toString(), part.firstNanos(), 0, "", ""));
        return new RunPlan(schema, argv, more, firstKey);
    }

    /** Returns the same plan with another last part. */
    RunPlan with(PartEnd last) {
        var others = new ArrayList<>(parts);
        others.set(others.size() - 1, last);
        return new RunPlan(schema, argv, others, firstKey);
    }
}
