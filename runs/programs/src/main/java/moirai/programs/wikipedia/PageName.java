package moirai.programs.wikipedia;

/**
 * The name of a page.
 *
 * @param namespace 0 for articles, 1 for their talk pages
 */
public record PageName(int namespace, String title) {

    static final int ARTICLES = 0;
    static final int TALK = 1;
}
