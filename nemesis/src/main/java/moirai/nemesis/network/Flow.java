package moirai.nemesis.network;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * One direction of one connection. Bytes that cannot be passed on at once wait in a queue, each piece with the time at
 * which it is due; an empty piece stands for the end of the stream. Used by the proxy's loop alone.
 */
final class Flow {

    /** The most bytes under way; beyond it, bandwidth times delay makes the sender wait. */
    static final long QUEUED_BYTES_MAX = 4 << 20;

    static final long NEVER = Long.MAX_VALUE;

    private final Direction direction;
    private final SocketChannel from;
    private final SocketChannel to;
    private final Deque<Piece> queue = new ArrayDeque<>();
    private long queuedBytes;
    private long lastDue = Long.MIN_VALUE;
    private boolean hasEnded;
    private boolean isDelivered;
    private boolean isStuck;

    private record Piece(ByteBuffer bytes, long due) {}

    Flow(Direction direction, SocketChannel from, SocketChannel to) {
        this.direction = direction;
        this.from = from;
        this.to = to;
    }

    Direction direction() {
        return direction;
    }

    /** Returns whether the end of the stream has been passed on. */
    boolean isDelivered() {
        return isDelivered;
    }

    boolean wantsToRead() {
        return !hasEnded && queuedBytes < QUEUED_BYTES_MAX;
    }

    /** Returns whether the receiver took less than it was offered. */
    boolean wantsToWrite() {
        return isStuck;
    }

    /** Returns when {@link #write} has something to do, other than for a receiver that is full. */
    long due() {
        return queue.isEmpty() || isStuck ? NEVER : queue.peek().due();
    }

    /** Reads what has come and passes it on at once where nothing has to wait. */
    void read(ByteBuffer buffer, long now, Lag lag, SplittableRandom random) throws IOException {
        buffer.clear();
        int count = from.read(buffer);
        if (count == 0) {
            return;
        }
        buffer.flip();
        hasEnded = count < 0;
        if (queue.isEmpty() && lag.isNone() && !hasEnded) {
            to.write(buffer);
            isStuck = buffer.hasRemaining();
        }
        if (buffer.hasRemaining() || hasEnded) {
            // Bytes of one stream cannot overtake each other, whatever the jitter says.
            lastDue = Math.max(lastDue, lag.isNone() ? now : lag.due(now, random));
            queuedBytes += buffer.remaining();
            queue.addLast(new Piece(
                    ByteBuffer.allocate(buffer.remaining()).put(buffer).flip(), lastDue));
        }
    }

    /** Passes on what is due. */
    void write(long now) throws IOException {
        isStuck = false;
        while (!isStuck && !queue.isEmpty() && queue.peek().due() <= now) {
            ByteBuffer bytes = queue.peek().bytes();
            if (bytes.hasRemaining()) {
                queuedBytes -= to.write(bytes);
            } else {
                to.shutdownOutput();
                isDelivered = true;
            }
            isStuck = bytes.hasRemaining();
            if (!isStuck) {
                queue.removeFirst();
            }
        }
    }
}
