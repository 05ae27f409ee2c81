package moirai.formats.forms;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.formats.text.InputFile;

/**
 * Counts operations in text whose brackets need not match, by their types: {@code :type :ok}. An exception inside an
 * operation has a type as well, which is the name of a class and does not count.
 */
final class OperationCount {

    /** {@code :type :ok} in EDN, {@code "type": "ok"} in JSON. */
    private static final Pattern TYPE = Pattern.compile("[:\"]type\"?[\\s,]*:?\\s*[:\"](invoke|ok|fail|info)\\b");

    /** The longest match, unless it contains many blanks. */
    private static final int MATCH_MAX = 64;

    private static final int PART_BYTES = 1 << 16;

    private OperationCount() {}

    /** Returns whether the text of a file has more than one operation from this offset on; false of a pipe. */
    static boolean isSeveral(Path file, long from) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        byte[] part = new byte[PART_BYTES];
        try (InputFile in = InputFile.text(file)) {
            skip(in, part, from);
            int count = 0;
            int kept = 0;
            boolean isEnd = false;
            while (count < 2 && !isEnd) {
                int size = kept + in.read(part, kept, part.length - kept);
                isEnd = size < part.length;
                String text = new String(part, 0, size, ISO_8859_1);
                // A match that begins in the last bytes may be cut, so they are searched again with those that follow.
                int next = isEnd ? size : size - MATCH_MAX;
                Matcher matcher = TYPE.matcher(text);
                while (matcher.find() && matcher.start() < next) {
                    count++;
                    next = Math.max(next, matcher.end());
                }
                kept = size - next;
                System.arraycopy(part, next, part, 0, kept);
            }
            return count > 1;
        }
    }

    private static void skip(InputFile in, byte[] part, long count) {
        long left = count;
        int got = 1;
        while (left > 0 && got > 0) {
            got = in.read(part, 0, (int) Math.min(left, part.length));
            left -= got;
        }
    }
}
