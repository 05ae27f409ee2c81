package moirai.studies.refutation.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A piece of Java code that a smaller program may leave out. */
public sealed interface Snippet {

    /** Code that stays or goes as a whole. */
    record Line(String text) implements Snippet {}

    /** Code around other code, which may also stand without it. */
    record Block(String head, List<Snippet> inner, String tail) implements Snippet {

        public Block {
            inner = List.copyOf(inner);
        }
    }

    /** Returns the code, each line after this indentation. */
    default String text(String indent) {
        return switch (this) {
            case Line(var text) -> indent + text + "\n";
            case Block(var head, var inner, var tail) ->
                indent + head + "\n" + text(inner, indent + "    ") + indent + tail + "\n";
        };
    }

    /** Returns the code of several pieces, one after the other. */
    static String text(List<Snippet> snippets, String indent) {
        var text = new StringBuilder();
        snippets.forEach(snippet -> text.append(snippet.text(indent)));
        return text.toString();
    }

    /**
     * Returns the lists that are smaller by one step: without a piece, with the inside of a block in its place, or with
     * one of its pieces smaller.
     */
    static List<List<Snippet>> smaller(List<Snippet> snippets) {
        var all = new ArrayList<List<Snippet>>();
        for (int i = 0; i < snippets.size(); i++) {
            all.add(with(snippets, i, List.of()));
        }
        for (int i = 0; i < snippets.size(); i++) {
            if (snippets.get(i) instanceof Block(var head, var inner, var tail)) {
                all.add(with(snippets, i, inner));
                for (List<Snippet> fewer : smaller(inner)) {
                    all.add(with(snippets, i, List.of(new Block(head, fewer, tail))));
                }
            }
        }
        return all;
    }

    private static List<Snippet> with(List<Snippet> snippets, int place, List<Snippet> instead) {
        return Stream.of(snippets.subList(0, place), instead, snippets.subList(place + 1, snippets.size()))
                .<Snippet>flatMap(List::stream)
                .toList();
    }
}
