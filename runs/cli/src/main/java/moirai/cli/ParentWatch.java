package moirai.cli;

import java.io.IOException;
import java.io.InputStream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.execution.CellLauncher;

/*
 * The standard input of a cell is a pipe whose other end its campaign holds. The kernel closes that end however the
 * campaign dies, kill -9 included, and no other process has it: Java closes all descriptors in children. The number of
 * the parent process would have to be asked again and again, and may be used by another process meanwhile.
 */
/** Ends this process when the campaign that started it is gone. */
final class ParentWatch {

    /** The time for the clean-up of servers and faults, which their own watchdogs do if it is too short. */
    private static final long CLEAN_UP_MILLIS = 10_000;

    private ParentWatch() {}

    /** Watches, if this process is the cell of a campaign. */
    static void begin() {
        if (Boolean.getBoolean(CellLauncher.PROPERTY)) {
            Thread.ofPlatform().daemon().name("campaign-watch").start(() -> watch(System.in));
        }
    }

    private static void watch(InputStream pipe) {
        try {
            while (pipe.read() >= 0) {
                // A campaign says nothing: it is there, or it is gone.
            }
        } catch (IOException broken) {
            // As good as its end.
        }
        Thread.ofPlatform().daemon().name("campaign-gone").start(ParentWatch::halt);
        System.exit(ExitCode.TERMINATED.code());
    }

    private static void halt() {
        try {
            Thread.sleep(CLEAN_UP_MILLIS);
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ExitCode.TERMINATED.code());
    }
}
