package moirai.nemesis.faults;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/*
 * A line is written by one call and then forced to the disk, and an injection waits for that. So after a death at any
 * instant the file ends with at most one torn line, and what that would have announced has not happened.
 *
 * That its run lives is told by a lock on the file, which the kernel gives up with the process.
 */
/**
 * The record of what a run does to its cluster, written before it is done: {@code faults.journal}, one JSON object a
 * line. The first line names the run; the others are steps. {@link JournalReader} reads it, even if the run was killed.
 */
public final class FaultJournal implements AutoCloseable {

    /** The name of the journal in a run's directory. */
    public static final String NAME = "faults.journal";

    static final int VERSION = 1;

    static final JsonMapper JSON = JsonMapper.builder().build();

    private final FileChannel channel;

    private FaultJournal(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Begins a new journal.
     *
     * @param run the name of the run, for people
     * @throws UncheckedIOException if that fails, for example because there is a journal already
     */
    public static FaultJournal create(Path file, String run) {
        try {
            var journal =
                    new FaultJournal(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            try {
                return journal.begun(run);
            } catch (IOException failed) {
                journal.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the fault journal cannot be written", failed);
        }
    }

    /**
     * Continues the journal of a run that is over, to record what was healed since. The result can be {@linkplain
     * #contents read}, since no other process writes into it.
     *
     * @return empty if its run still lives
     * @throws IOException if it cannot be opened
     */
    static Optional<FaultJournal> reopen(Path file) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (takesLock(channel)) {
                return Optional.of(new FaultJournal(channel));
            }
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
        channel.close();
        return Optional.empty();
    }

    /** Takes the lock that shows that the run lives; returns false if a process, perhaps this one, has it already. */
    private static boolean takesLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    /**
     * Reads the contents and cuts off a torn tail. Reads by the descriptor that holds the lock, because closing any
     * other descriptor of the file would give up the lock.
     *
     * @param file for messages
     * @throws JournalException if it is no journal; the file is then left as it is
     */
    JournalReader contents(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // A read may bring less than there is.
        }
        JournalReader journal = JournalReader.of(file, Arrays.copyOf(bytes.array(), bytes.position()));
        channel.truncate(journal.wholeBytes()).position(journal.wholeBytes());
        return journal;
    }

    private FaultJournal begun(String run) throws IOException {
        if (!takesLock(channel)) {
            throw new IOException("the fault journal was locked by somebody else as soon as it was made");
        }
        ObjectNode line = JSON.createObjectNode();
        line.put("journal", VERSION);
        line.put("run", run);
        line.put("pid", ProcessHandle.current().pid());
        line.put("at", Instant.now().toString());
        append(line);
        return this;
    }

    /**
     * Records a step; when this returns, the step is on the disk.
     *
     * @param processes that the fault affects, so that they can be found when the run is dead
     * @throws UncheckedIOException if that fails; then the step must not be taken
     */
    public void write(FaultNews news, List<ProcessMark> processes) {
        ObjectNode line = JSON.createObjectNode();
        line.put("id", news.id());
        line.put("step", news.step().label());
        line.put("at", Instant.now().toString());
        line.put("nanos", news.nanos());
        line.put("fault", news.fault());
        line.put("target", news.target());
        if (!news.why().isEmpty()) {
            line.put("why", news.why());
        }
        if (!processes.isEmpty()) {
            var marks = line.putArray("processes");
            processes.forEach(mark -> marks.addObject().put("pid", mark.pid()).put("started", mark.startedMillis()));
        }
        try {
            append(line);
        } catch (IOException failed) {
            throw new UncheckedIOException("the fault journal cannot be written", failed);
        }
    }

    private void append(ObjectNode line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
