package moirai.nemesis.faults;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
 * What a run does to its cluster, written down before it is done: {@code faults.journal}, a JSON object on each line.
 * The first says whose it is; the others are steps. {@link JournalReader} reads it, also of a run that was killed.
 */
public final class FaultJournal implements AutoCloseable {

    /** Its name in a run's directory. */
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
     * @param run whose it is, for people
     * @throws UncheckedIOException if that fails, as when there is one already
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
     * Goes on with the journal of a run that is over, to write down what was healed since. It can be {@linkplain
     * #contents read} from now on, since nobody else writes into it.
     *
     * @return empty if its run lives still
     * @throws IOException if it cannot be opened
     */
    static Optional<FaultJournal> reopen(Path file) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (JournalLock.take(channel)) {
                return Optional.of(new FaultJournal(channel));
            }
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
        channel.close();
        return Optional.empty();
    }

    /**
     * What is in it. What was torn is cut off. It is read by the descriptor that holds the lock: the end of another
     * would give that up.
     *
     * @param file for messages
     * @throws JournalException if it is no journal; then it is left as it is
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
        if (!JournalLock.take(channel)) {
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
     * Writes a step down; when this returns, it is on the disk.
     *
     * @param processes that the fault meets, to be found again when the run is dead
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
