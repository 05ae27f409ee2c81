package moirai.reenactment.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the calls that end the process out of class files: {@code exit} of {@code System}, {@code exit} and {@code
 * halt} of {@code Runtime}.
 *
 * <p>The reference to such a method in the constant pool gets the name of a method that does not exist. So the JVM
 * throws a NoSuchMethodError where the class would call it, and nowhere else; no instruction changes, and any version
 * of class files will do. Two limits: a call by reflection is not seen, and code that catches the error goes on.
 *
 * <p>A child process for the methods would have to be told apart from a debugger, a signal and the databases that it
 * starts. {@code java.lang.classfile} is part of Java from 24 on; this has to run on 21.
 *
 * <p>Cost: linear in the constant pool.
 */
final class ExitCalls {

    private static final Set<String> OWNERS = Set.of("java/lang/System", "java/lang/Runtime");
    private static final Set<String> NAMES = Set.of("exit", "halt");
    private static final String TAKES_STATUS = "(I)V";
    private static final String REFUSED = "$refused";
    private static final Pattern CALLED =
            Pattern.compile("java[./]lang[./](System|Runtime)\\.(exit|halt)" + Pattern.quote(REFUSED));

    private static final int CAUSES_MAX = 20;
    private static final int COUNT_AT = 8;
    private static final int POOL_AT = 10;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int TEXT = 1;

    private final ByteBuffer file;
    /** The offset of each constant by its number; the last is that of the end of the pool. */
    private final int[] at;

    private ExitCalls(byte[] classFile) {
        this.file = ByteBuffer.wrap(classFile);
        this.at = new int[unsigned(COUNT_AT) + 1];
        int place = POOL_AT;
        int number = 1;
        while (number < at.length - 1) {
            at[number] = place;
            number += file.get(place) == 5 || file.get(place) == 6 ? 2 : 1;
            place += bytes(place);
        }
        at[at.length - 1] = place;
    }

    /** Returns the class without these calls; empty if it has none, or is damaged, which the JVM refuses. */
    static Optional<byte[]> without(byte[] classFile) {
        try {
            return new ExitCalls(classFile).refused(classFile);
        } catch (IndexOutOfBoundsException | ClassFormatError damaged) {
            return Optional.empty();
        }
    }

    /** Returns the method that a class called to end the process; empty if this was thrown for another reason. */
    static Optional<String> called(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++, cause = cause.getCause()) {
            Matcher matcher = CALLED.matcher(String.valueOf(cause.getMessage()));
            if (matcher.find()) {
                return Optional.of(matcher.group(1) + "." + matcher.group(2));
            }
        }
        return Optional.empty();
    }

    /** Returns the number of bytes of the constant at a place (JVM specification, 4.4). */
    private int bytes(int place) {
        return switch (file.get(place)) {
            case TEXT -> 3 + unsigned(place + 1);
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, 9, METHOD, 11, NAME_AND_TYPE, 17, 18 -> 5;
            case 5, 6 -> 9;
            default -> throw new ClassFormatError("no constant has the tag " + file.get(place));
        };
    }

    private int unsigned(int place) {
        return Short.toUnsignedInt(file.getShort(place));
    }

    private boolean isTag(int number, int tag) {
        return at[number] > 0 && file.get(at[number]) == tag;
    }

    /** Returns the text that is the constant at this number, or that its first part refers to. */
    private String text(int number) {
        int place = isTag(number, TEXT) ? at[number] : at[unsigned(at[number] + 1)];
        return new String(file.array(), place + 3, unsigned(place + 1), UTF_8);
    }

    private Optional<byte[]> refused(byte[] classFile) {
        Map<Integer, Integer> found = new LinkedHashMap<>();
        for (int number = 1; number < at.length - 1; number++) {
            if (isTag(number, METHOD)) {
                int named = unsigned(at[number] + 3);
                boolean ends = OWNERS.contains(text(unsigned(at[number] + 1)))
                        && NAMES.contains(text(named))
                        && text(unsigned(at[named] + 3)).equals(TAKES_STATUS);
                if (ends) {
                    found.put(number, named);
                }
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(renamed(classFile, found));
    }

    /** Returns the class with two more constants for each of these calls: the new name, and its pair with the type. */
    private byte[] renamed(byte[] classFile, Map<Integer, Integer> found) {
        int end = at[at.length - 1];
        int count = at.length - 1;
        ByteBuffer changed =
                ByteBuffer.allocate(classFile.length + found.size() * (3 + 5 + "exit".length() + REFUSED.length()));
        changed.put(classFile, 0, end);
        for (Map.Entry<Integer, Integer> call : found.entrySet()) {
            byte[] name = (text(call.getValue()) + REFUSED).getBytes(UTF_8);
            changed.put((byte) TEXT).putShort((short) name.length).put(name);
            changed.put((byte) NAME_AND_TYPE).putShort((short) count).putShort(file.getShort(at[call.getValue()] + 3));
            changed.putShort(at[call.getKey()] + 3, (short) (count + 1));
            count += 2;
        }
        changed.putShort(COUNT_AT, (short) count);
        changed.put(classFile, end, classFile.length - end);
        return Arrays.copyOf(changed.array(), changed.position());
    }
}
