package moirai.programs.wikipedia;

/**
 * Where a page is.
 *
 * @param namespace 0 for articles, 1 for talk about them
 */
public record PageName(int namespace, String title) {

    static final int ARTICLES = 0;
    static final int TALK = 1;
}
