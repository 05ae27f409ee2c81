package moirai.programs.wikipedia;

import java.util.List;

/** Twelve tables of MediaWiki with the original names of columns. Times are texts of 14 digits, as in MediaWiki. */
final class WikipediaSchema {

    /** The columns of {@code page} and of its copy. */
    private static final String PAGE_COLUMNS = """
             (
                page_id SERIAL PRIMARY KEY,
                page_namespace INTEGER NOT NULL,
                page_title VARCHAR(255) NOT NULL,
                page_restrictions VARCHAR(1024) NOT NULL,
                page_counter BIGINT NOT NULL,
                page_is_redirect INTEGER NOT NULL,
                page_is_new INTEGER NOT NULL,
                page_random DOUBLE PRECISION NOT NULL,
                page_touched VARCHAR(14) NOT NULL,
                page_latest INTEGER NOT NULL,
                page_len INTEGER NOT NULL,
                UNIQUE (page_namespace, page_title))
            """;

    static final List<String> STATEMENTS = List.of(
            """
            CREATE TABLE useracct (
                user_id SERIAL PRIMARY KEY,
                user_name VARCHAR(255) NOT NULL UNIQUE,
                user_real_name VARCHAR(255) NOT NULL,
                user_password VARCHAR(1024) NOT NULL,
                user_newpassword VARCHAR(1024) NOT NULL,
                user_newpass_time VARCHAR(14),
                user_email VARCHAR(1024) NOT NULL,
                user_options VARCHAR(1024) NOT NULL,
                user_touched VARCHAR(14) NOT NULL,
                user_token VARCHAR(32) NOT NULL,
                user_email_authenticated VARCHAR(14),
                user_email_token VARCHAR(32),
                user_email_token_expires VARCHAR(14),
                user_registration VARCHAR(14),
                user_editcount INTEGER)
            """,
            """
            CREATE TABLE ipblocks (
                ipb_id SERIAL PRIMARY KEY,
                ipb_address VARCHAR(1024) NOT NULL,
                ipb_user INTEGER NOT NULL,
                ipb_by INTEGER NOT NULL,
                ipb_by_text VARCHAR(255) NOT NULL,
                ipb_reason VARCHAR(1024) NOT NULL,
                ipb_timestamp VARCHAR(14) NOT NULL,
                ipb_auto INTEGER NOT NULL,
                ipb_anon_only INTEGER NOT NULL,
                ipb_create_account INTEGER NOT NULL,
                ipb_enable_autoblock INTEGER NOT NULL,
                ipb_expiry VARCHAR(14) NOT NULL,
                ipb_range_start VARCHAR(1024) NOT NULL,
                ipb_range_end VARCHAR(1024) NOT NULL,
                ipb_deleted INTEGER NOT NULL,
                ipb_block_email INTEGER NOT NULL,
                ipb_allow_usertalk INTEGER NOT NULL,
                UNIQUE (ipb_address, ipb_user, ipb_auto, ipb_anon_only))
            """,
            """
            CREATE TABLE logging (
                log_id SERIAL PRIMARY KEY,
                log_type VARCHAR(32) NOT NULL,
                log_action VARCHAR(32) NOT NULL,
                log_timestamp VARCHAR(14) NOT NULL,
                log_user INTEGER NOT NULL,
                log_namespace INTEGER NOT NULL,
                log_title VARCHAR(255) NOT NULL,
                log_comment VARCHAR(255) NOT NULL,
                log_params VARCHAR(1024) NOT NULL,
                log_deleted INTEGER NOT NULL,
                log_user_text VARCHAR(255) NOT NULL,
                log_page INTEGER)
            """,
            "CREATE TABLE page" + PAGE_COLUMNS,
            "CREATE TABLE page_backup" + PAGE_COLUMNS,
            """
            CREATE TABLE page_restrictions (
                pr_id SERIAL PRIMARY KEY,
                pr_page INTEGER NOT NULL,
                pr_type VARCHAR(60) NOT NULL,
                pr_level VARCHAR(60) NOT NULL,
                pr_cascade INTEGER NOT NULL,
                pr_user INTEGER,
                pr_expiry VARCHAR(14),
                UNIQUE (pr_page, pr_type))
            """,
            """
            CREATE TABLE recentchanges (
                rc_id SERIAL PRIMARY KEY,
                rc_timestamp VARCHAR(14) NOT NULL,
                rc_cur_time VARCHAR(14) NOT NULL,
                rc_user INTEGER NOT NULL,
                rc_user_text VARCHAR(255) NOT NULL,
                rc_namespace INTEGER NOT NULL,
                rc_title VARCHAR(255) NOT NULL,
                rc_comment VARCHAR(255) NOT NULL,
                rc_minor INTEGER NOT NULL,
                rc_bot INTEGER NOT NULL,
                rc_new INTEGER NOT NULL,
                rc_cur_id INTEGER NOT NULL,
                rc_this_oldid INTEGER NOT NULL,
                rc_last_oldid INTEGER NOT NULL,
                rc_type INTEGER NOT NULL,
                rc_moved_to_ns INTEGER NOT NULL,
                rc_moved_to_title VARCHAR(255) NOT NULL,
                rc_patrolled INTEGER NOT NULL,
                rc_ip VARCHAR(40) NOT NULL,
                rc_old_len INTEGER,
                rc_new_len INTEGER,
                rc_deleted INTEGER NOT NULL,
                rc_logid INTEGER NOT NULL,
                rc_log_type VARCHAR(255),
                rc_log_action VARCHAR(255),
                rc_params VARCHAR(1024))
            """,
            """
            CREATE TABLE revision (
                rev_id SERIAL PRIMARY KEY,
                rev_page INTEGER NOT NULL,
                rev_text_id INTEGER NOT NULL,
                rev_comment VARCHAR(1024) NOT NULL,
                rev_user INTEGER NOT NULL,
                rev_user_text VARCHAR(255) NOT NULL,
                rev_timestamp VARCHAR(14) NOT NULL,
                rev_minor_edit INTEGER NOT NULL,
                rev_deleted INTEGER NOT NULL,
                rev_len INTEGER,
                rev_parent_id INTEGER)
            """,
            """
            CREATE TABLE text (
                old_id SERIAL PRIMARY KEY,
                old_text TEXT NOT NULL,
                old_flags VARCHAR(1024) NOT NULL,
                old_page INTEGER)
            """,
            """
            CREATE TABLE user_groups (
                ug_user INTEGER NOT NULL REFERENCES useracct (user_id),
                ug_group VARCHAR(16) NOT NULL,
                UNIQUE (ug_user, ug_group))
            """,
            "CREATE TABLE value_backup (table_name VARCHAR(255), maxid INTEGER)",
            """
            CREATE TABLE watchlist (
                wl_user INTEGER NOT NULL,
                wl_namespace INTEGER NOT NULL,
                wl_title VARCHAR(255) NOT NULL,
                wl_notificationtimestamp VARCHAR(14),
                PRIMARY KEY (wl_user, wl_namespace, wl_title))
            """,
            "CREATE INDEX watchlist_by_title ON watchlist (wl_namespace, wl_title)");

    private WikipediaSchema() {}
}
