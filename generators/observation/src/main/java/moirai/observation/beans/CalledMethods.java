package moirai.observation.beans;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import moirai.observation.txns.ObservationException;

/**
 * The methods that a class calls or names, as {@code class.method(descriptor)}, read from the constants of its file
 * (The Java Virtual Machine Specification, 4.4).
 */
record CalledMethods(Set<String> names) {

    CalledMethods {
        names = Set.copyOf(names);
    }

    static CalledMethods of(Path file) {
        try (var in = new DataInputStream(Files.newInputStream(file))) {
            return read(in);
        } catch (IOException unreadable) {
            throw new ObservationException("cannot read " + file + "; expected the file of a class", unreadable);
        }
    }

    /** Two constants that one refers to by their numbers. */
    private record Pair(int first, int second) {}

    private static CalledMethods read(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        Map<Integer, String> texts = new HashMap<>();
        Map<Integer, Integer> classes = new HashMap<>();
        Map<Integer, Pair> pairs = new HashMap<>();
        Set<Integer> methods = new HashSet<>();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 3, 4, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++; // Long numbers take two places.
                }
                case 7 -> classes.put(i, in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 9, 10, 11, 12 -> {
                    pairs.put(i, new Pair(in.readUnsignedShort(), in.readUnsignedShort()));
                    if (tag == 10 || tag == 11) {
                        methods.add(i);
                    }
                }
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("constant of kind " + tag);
            }
        }
        Set<String> names = new HashSet<>();
        Pair none = new Pair(0, 0);
        for (int method : methods) {
            Pair reference = pairs.getOrDefault(method, none);
            Pair named = pairs.getOrDefault(reference.second(), none);
            String owner = texts.getOrDefault(classes.getOrDefault(reference.first(), 0), "");
            names.add(owner.replace('/', '.') + "." + texts.getOrDefault(named.first(), "")
                    + texts.getOrDefault(named.second(), ""));
        }
        return new CalledMethods(names);
    }

    boolean contains(Class<?> owner, String name, String descriptor) {
        return names.contains(owner.getName() + "." + name + descriptor);
    }
}
