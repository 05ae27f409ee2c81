package moirai.analysis;

import java.util.List;

/**
 * A supposition which write a read returned whose value several transactions wrote.
 *
 * @param writer the transaction whose write it is supposed to have returned
 * @param writers all transactions whose write it may have returned, ascending
 */
public record Attribution(int reader, int readOp, int writer, List<Integer> writers) {

    public Attribution {
        writers = List.copyOf(writers);
    }
}
