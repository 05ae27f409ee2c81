package moirai.runs.prediction;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;

/**
 * The bounds of a search, and how far rows and numbers may be raised where the bounds leave statements out.
 *
 * @param chosen the bounds to begin with
 * @param areRowsFixed whether the user has named the number of rows, so that it stays as it is
 * @param areBitsFixed whether the user has named the number of bits, so that it stays as it is
 */
public record RaisedBounds(Bounds chosen, boolean areRowsFixed, boolean areBitsFixed) {

    private static final int ROWS_RAISED = 4;

    private static final int BITS_RAISED = 5;

    /** Returns larger bounds on rows and numbers, the smaller ones first. */
    List<Bounds> larger(Bounds from) {
        int rowsMax = areRowsFixed ? from.rows() : Math.max(from.rows(), ROWS_RAISED);
        int bitsMax = areBitsFixed ? from.bits() : Math.max(from.bits(), BITS_RAISED);
        return IntStream.rangeClosed(from.rows(), rowsMax)
                .boxed()
                .flatMap(rowCount -> IntStream.rangeClosed(from.bits(), bitsMax)
                        // There are fewer rows than numbers.
                        .filter(bitCount -> rowCount < 1 << bitCount)
                        .mapToObj(bitCount ->
                                new Bounds(from.txnsMax(), from.lengthMax(), rowCount, bitCount, from.loopMax())))
                .sorted(Comparator.comparingInt(bounds -> bounds.rows() + bounds.bits()))
                .skip(1)
                .toList();
    }
}
