package moirai.nemesis.machine;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Skew;

/*
 * A sequence lock: the first number is odd while the others are being written, and readers look again if it was, or has
 * changed. The layout is that of `struct page` in machine.c.
 */
/** The shared page that tells the library in the server's processes what to bend. */
final class Controls {

    private static final int PAGE = 4096;

    private static final VarHandle NUMBERS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final int TURN = 0;
    private static final int BENT = 8;
    private static final int CLOCK_KIND = 16;
    private static final int OFFSET = 24;
    private static final int PERIOD = 32;
    private static final int SINCE = 40;
    private static final int PARTS_PER_MILLION = 48;
    private static final int DELAY = 56;
    private static final int SHARE = 64;

    private static final long CLOCK = 1;
    private static final long SLOW_SYNC = 2;
    private static final long FAILED_SYNC = 4;
    private static final long FULL = 8;
    private static final long FAILED_WRITE = 16;

    private static final int ALL_PERCENT = 100;

    private static final long JUMP = 0;
    private static final long STROBE = 1;
    private static final long DRIFT = 2;

    private final ByteBuffer page;

    private Controls(ByteBuffer page) {
        this.page = page;
    }

    /** Makes the file, with nothing bent. Any user may read it, as the server may run as another user. */
    static Controls create(Path file) throws IOException {
        Files.write(file, new byte[PAGE], StandardOpenOption.CREATE_NEW);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Controls(channel.map(FileChannel.MapMode.READ_WRITE, 0, PAGE));
        }
    }

    synchronized void skew(Skew skew) {
        bend(CLOCK, () -> {
            switch (skew) {
                case Skew.Jump(Duration by) -> {
                    put(CLOCK_KIND, JUMP);
                    put(OFFSET, by.toNanos());
                }
                case Skew.Strobe(Duration by, Duration period) -> {
                    put(CLOCK_KIND, STROBE);
                    put(OFFSET, by.toNanos());
                    put(PERIOD, period.toNanos());
                }
                case Skew.Drift(int partsPerMillion) -> {
                    Instant now = Instant.now();
                    put(CLOCK_KIND, DRIFT);
                    put(SINCE, TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
                    put(PARTS_PER_MILLION, partsPerMillion);
                }
            }
        });
    }

    synchronized void slowDisk(Duration delay) {
        bend(SLOW_SYNC, () -> put(DELAY, delay.toNanos()));
    }

    /** A disk that is gone still takes writes, which go to the memory of the system. */
    synchronized void breakDisk(int percent) {
        if (percent < 1 || percent > ALL_PERCENT) {
            throw new IllegalArgumentException("a share of " + percent + " %: expected 1 to " + ALL_PERCENT);
        }
        bend(percent == ALL_PERCENT ? FAILED_SYNC : FAILED_SYNC | FAILED_WRITE, () -> put(SHARE, percent));
    }

    synchronized void fillDisk() {
        bend(FULL, () -> {});
    }

    /** Bends nothing of this part any more; does nothing for a part that the library does not bend. */
    synchronized void mend(MachinePart part) {
        long bits = switch (part) {
            case CLOCK -> CLOCK;
            case DISK -> SLOW_SYNC | FAILED_SYNC | FAILED_WRITE;
            case SPACE -> FULL;
            case POWER, CPU -> 0;
        };
        change(() -> put(BENT, number(BENT) & ~bits));
    }

    private void bend(long bits, Runnable details) {
        change(() -> {
            details.run();
            put(BENT, number(BENT) | bits);
        });
    }

    private void change(Runnable writing) {
        put(TURN, number(TURN) + 1);
        writing.run();
        put(TURN, number(TURN) + 1);
    }

    private long number(int at) {
        return (long) NUMBERS.getVolatile(page, at);
    }

    private void put(int at, long number) {
        NUMBERS.setVolatile(page, at, number);
    }
}
