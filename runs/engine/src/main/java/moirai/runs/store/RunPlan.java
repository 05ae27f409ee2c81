package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.parts.PartEnd;
import moirai.runs.parts.RunPart;

/**
 * The contents of {@code plan.json}: what a run was asked, and its parts. It is written before the run touches its
 * database, and when a part ends, so that what is left by a kill says how to go on. A change that a reader of an older
 * version would misunderstand raises {@code schema}.
 *
 * @param argv the command that asked for the run, without secrets and with the seed
 */
public record RunPlan(int schema, List<String> argv, List<PartEnd> parts) {

    private static final int SCHEMA = 1;

    public RunPlan {
        argv = List.copyOf(argv);
        parts = List.copyOf(parts);
    }

    /** Returns the plan of a run that has no part yet. */
    static RunPlan of(List<String> argv) {
        return new RunPlan(SCHEMA, argv, List.of());
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
                        plan.objects("parts").stream().map(RunPlan::part).toList());
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
        return new RunPlan(SCHEMA, directory.argv(), List.of(first));
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

        /** Notes that a part of the run begins, before anything is touched. */
        void begin(RunPart part) {
            RunPlan before = part.isResumed() ? RunPlan.read(directory) : plan;
            keep(before.and(part, Instant.now()));
        }

        /** Notes when its sessions begin, for those who read how long it went, if it is killed. */
        void beginSessions(long nanos) {
            keep(plan.with(plan.last().beginning(nanos)));
        }

        /** Notes what it has found. */
        void found(String database) {
            plan = plan.with(plan.last().on(database));
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

        /** Returns whether a part before the last one has found this. */
        boolean hasFoundBefore(String database) {
            return plan.parts().subList(0, plan.parts().size() - 1).stream()
                    .anyMatch(part -> part.database().equals(database));
        }

        /** Returns whether the part before the last one was killed. */
        boolean wasKilledBefore() {
            int before = plan.parts().size() - 2;
            return before >= 0 && plan.parts().get(before).ended().equals(PartEnd.KILLED);
        }

        List<PartEnd> parts() {
            return plan.parts();
        }
    }

    /** Returns the last part. */
    PartEnd last() {
        return parts.getLast();
    }

    /** Returns the same plan with another part behind the others. */
    RunPlan and(RunPart part, Instant now) {
        var more = new ArrayList<>(parts);
        more.add(new PartEnd(part.number(), now.toString(), part.firstNanos(), 0, "", ""));
        return new RunPlan(schema, argv, more);
    }

    /** Returns the same plan with another last part. */
    RunPlan with(PartEnd last) {
        var others = new ArrayList<>(parts);
        others.set(others.size() - 1, last);
        return new RunPlan(schema, argv, others);
    }
}
