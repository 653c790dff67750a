# Refusals in Hebrew, by the words of src/domain/codes.rs; then the faults of a body, query or document, by the words of
# src/domain/fault.rs. A test compares both lists and every sentence's parameters with the English.

## What kind of refusal it is

class-Malformed = הבקשה אינה תקינה
class-Unauthenticated = נדרשת הזדהות
class-Forbidden = אין הרשאה
class-Missing = לא נמצא
class-NotAllowed = הפעולה אינה אפשרית בכתובת זו
class-TooSlow = הבקשה לא הגיעה בזמן
class-Conflict = התנגשות עם המצב הקיים
class-Stale = המסמך השתנה בינתיים
class-Unconditional = חסר תנאי בבקשה
class-Refused = הבקשה נדחתה
class-TooLarge = הבקשה גדולה מדי
class-HeadTooLarge = כותרות הבקשה גדולות מדי
class-Unsupported = סוג התוכן אינו נתמך
class-TooOften = יותר מדי בקשות
class-Unavailable = השירות אינו זמין כרגע
class-Internal = תקלה אצלנו

## The machinery

internal = משהו השתבש אצלנו; דבר לא השתנה. אנא דווחו לנו את מזהה הבקשה.
busy = כרגע ממתינות יותר בקשות ממה שהשירות יכול לקבל. נסו שוב בעוד רגע עם אותו מפתח.
database_away = אין גישה למסד הנתונים. נסו שוב עם אותו מפתח: הפעולה לא תבוצע פעמיים.
draining = השרת הזה עומד להיעצר. פנו לשרת אחר עם אותו מפתח.
forbidden = אין לכם רשות לעשות זאת: נדרשת ההרשאה { $permission }.
idempotency_key_reused = במפתח Idempotency-Key הזה כבר נעשה שימוש בבקשה אחרת. בקשה חדשה דורשת מפתח חדש.
in_progress = הבקשה עם המפתח הזה עדיין בטיפול. שאלו שוב עם אותו מפתח.
not_yours = שחקן פועל בשם עצמו בלבד.

## The edge

malformed_body = גוף הבקשה אינו JSON: { $reason }.
invalid_body = גוף הבקשה אינו מה שהפעולה מקבלת; כל שגיאה מפורטת ב-`errors`.
invalid_query = הפרמטרים שבכתובת אינם מה שהפעולה מקבלת; כל שגיאה מפורטת ב-`errors`.
idempotency_key_missing = שלחו כותרת Idempotency-Key של 1 עד 255 תווי ASCII נראים, חדשה לכל בקשה חדשה.
idempotency_key_malformed = הכותרת Idempotency-Key היא 1 עד 255 תווי ASCII נראים.
token_missing = שלחו אסימון: `Authorization: Bearer ..`.
token_invalid = האסימון הזה לא הונפק אצלנו.
token_expired = תוקפו של האסימון פג. היכנסו מחדש.
refresh_invalid = אסימון החידוש הזה לא הונפק אצלנו. היכנסו מחדש.
refresh_reused = באסימון החידוש הזה כבר נעשה שימוש, וייתכן שמישהו העתיק אותו: ההתחברות הופסקה. היכנסו מחדש.
session_over = ההתחברות הזו הסתיימה. היכנסו מחדש.
unknown_session = אין לכם התחברות כזו.
last_event_id_malformed = ‏Last-Event-ID הוא המזהה של האירוע האחרון שהגיע: מספר שלם החל מ-0.
event_ahead = בזרם הזה אין עדיין אירוע { $asked }: האחרון הוא { $last }. קראו אותו מההתחלה.
too_many_streams = כבר פתוחים { $most } זרמים חיים, כמספר המרבי המותר. סגרו קודם אחד מהם.
streams_full = בשרת הזה פתוחים זרמים חיים ככל שהוא יכול לקבל. נסו שוב בעוד רגע: ייתכן ששרת אחר יענה.
sign_in_failed = פרטי הכניסה אינם נכונים.
too_many_guesses = יותר מדי ניסיונות מכאן. המתינו { $seconds } שניות.
too_many_requests = יותר מדי בקשות: לכל היותר { $limit } בדקה. המתינו { $seconds } שניות.
origin_refused = דף ממקור זה אינו רשאי לבקש זאת בדפדפן.
not_found = אין דבר בכתובת הזו.
method_not_allowed = הכתובת הזו מקבלת { $methods }.
request_timeout = גוף הבקשה לא הגיע תוך { $seconds } שניות.
body_too_large = גוף הבקשה גדול מ-{ $limit } בתים.
head_too_large = כותרות הבקשה גדולות מ-{ $limit } בתים.
unsupported_media_type = שלחו את גוף הבקשה כ-application/json.

## Money

unknown_currency = אין כאן מטבע { $currency }.
too_many_decimal_places = לסכום יש יותר ספרות אחרי הנקודה ממה שיש למטבע { $currency }.
amount_out_of_range = הסכום גדול מדי.
amount_not_positive = הסכום חייב להיות גדול מ-0.
insufficient_funds = היתרה אינה מספיקה: חסרים { $shortfall } { $currency }.
unbalanced_transfer = סכום הרישומים בהעברה לא היה אפס; דבר לא השתנה.
deposit_known = האסמכתה { $reference } של ספק זה כבר נרשמה.
unknown_withdrawal = אין משיכה כזו.
withdrawal_state = המשיכה במצב { $state }; הדבר אפשרי רק כשהיא במצב { $needed }.
obligation_closed = אין עוד חוב כזה: מצבו { $state }.
unknown_deposit = אין הפקדה כזו.
deposit_state = ההפקדה במצב { $state }; אפשר לבטלה רק כל עוד היא רשומה.
amount_zero = הסכום אינו יכול להיות 0.
unknown_transfer = אין העברה כזו.
not_reversible = העברה מסוג { $kind } אינה מבוטלת בהעברה נגדית: יש לה פעולה משלה, או שאינה ניתנת לביטול כלל.
already_reversed = ההעברה הזו כבר בוטלה; העברה מבוטלת פעם אחת.
more_than_owed = הסכום גדול מהחוב: { $owed } { $currency }.
needs_approval = לכך דרושים שני אנשים: בקשו אישור.
unknown_approval = אין בקשת אישור כזו.
approval_state = בקשת האישור במצב { $state }; אי אפשר לעשות בה עוד דבר.
second_person = ההחלטה היא של אדם שני, לא של מי שביקש.
asker_not_permitted = מי שביקש זאת כבר אינו רשאי לכך.
not_the_asker = רק מי שהגיש בקשת אישור יכול למשוך אותה.

## People

unknown_player = אין שחקן כזה.
nickname_taken = הכינוי הזה תפוס.
person_known = לאדם הזה יש כאן חשבון, או היה לו: לכל אדם חשבון אחד.
birth_date_impossible = איש מן החיים לא נולד ביום הזה.
too_young = חשבונות מיועדים לבני { $least } שנים ומעלה.
place_missing = לא ידוע היכן השחקן הזה גר: בלי זה איש אינו מתיישב.
region_missing = ציינו באיזה אזור של { $country } השחקן הזה גר: מכמה מהם אסור לשחק.
account_changed = החשבון השתנה בינתיים. קראו אותו שוב תחילה.
person_fixed = שם ותאריך לידה שנמסרו משתנים בידי הצוות בלבד.
sign_up_closed = איש אינו פותח כאן חשבון בעצמו: פנו לבית.
password_wrong = זו אינה הסיסמה הנוכחית.
mail_not_set_up = הבית הזה אינו שולח דואר: פנו לצוות.
mail_token_invalid = זה אינו תקף, או שאינו תקף עוד: נעשה בו שימוש, עבר זמנו, או שמשהו אחר השתנה מאז. בקשו דואר נוסף.
email_missing = לחשבון הזה אין כתובת דואר.
email_taken = כתובת הדואר הזו תפוסה.
player_suspended = החשבון הזה מושעה.
player_closed = החשבון הזה סגור.
player_frozen = החשבון הזה חייב כסף, ומוקפא למשחק ולמשיכה עד שהחוב ישולם.
unknown_staff = אין איש צוות כזה.
unknown_client = אין יישום לקוח כזה.
staff_disabled = חשבון הצוות הזה מושבת.
client_disabled = יישום הלקוח הזה מושבת.
own_account = איש צוות אחר צריך לעשות זאת: איש אינו עושה זאת לחשבון של עצמו.
already_so = המצב כבר כזה; דבר לא השתנה.
until_past = סוף ההשעיה חייב להיות בעתיד.
reason_missing = כתבו מדוע: נדרשת סיבה.

## Rooms, rake schedules and their versions

maintenance = האתר בתחזוקה: משחקים שהתחילו נמשכים, ומשחק חדש אינו מתחיל.
room_stopped = לעת עתה אין משחקים חדשים בחדר { $room }.
withdrawals_stopped = לעת עתה לא מתקבלות ולא נשלחות משיכות.
unknown_room = אין חדר כזה.
room_not_in_force = החדר הזה, או טבלת העמלות שלו, עוד לא בתוקף.
document_invalid = במסמך יש שגיאות: כל אחת מפורטת עם מקומה.
if_match_missing = שלחו If-Match עם ה-ETag של המסמך כפי שקראתם אותו, או If-None-Match: * עבור מסמך חדש.
stale_document = המסמך השתנה בינתיים: הגרסה האחרונה שלו היא { $version }. קראו אותו שוב תחילה.
effective_in_past = גרסה אינה יכולה להיכנס לתוקף במועד שעבר.
effective_not_after_last = גרסה נכנסת לתוקף אחרי קודמתה, שמועדה { $last }.

## What a room offers and a schedule can reckon

currency_not_offered = בחדר הזה לא משחקים על { $currency }.
stake_not_offered = הסכום { $stake } { $currency } אינו מוצע בחדר הזה.
stake_not_positive = הסכום שמשחקים עליו חייב להיות גדול מ-0.
single_not_offered = בחדר הזה אין משחקים בודדים.
match_not_offered = כאן אין מאצ'ים.
points_out_of_range = מאצ' הוא לנקודה אחת לפחות, ולכל היותר לארוך ביותר שהחדר מציע.
variant_not_offered = החדר הזה אינו מציע { $variant }.
option_not_offered = האפשרות { $option } אינה מוצעת במשחק הזה.
too_many_automatic_doubles = לא יותר מ-{ $most } הכפלות אוטומטיות.
cube_max_out_of_range = המרבי של קוביית ההכפלה הוא חזקה של שתיים, מ-2 עד { $cube_max }.
limit_below_stake = המגבלה חייבת להיות לפחות כגובה הסכום שמשחקים עליו.
limit_not_positive = המגבלה חייבת להיות גדולה מ-0.
cube_not_power_of_two = קוביית ההכפלה מראה חזקה של שתיים.
result_out_of_range = תוצאה היא 1, 2 או 3: רגיל, מרס, מרס תורכי.
rating_too_low = כאן דרוש לשני השחקנים דירוג של { $least } לפחות.
rating_out_of_range = הדירוג, או הניסיון, מחוץ לטווח.
rating_too_many_decimals = לדירוג יש לכל היותר שש ספרות אחרי הנקודה.
length_out_of_range = אורך מאצ' הוא 1 לפחות.
not_a_decimal = זה אינו מספר עשרוני: מינוס אם צריך, ספרות, ואולי נקודה וספרות.
experience_out_of_range = ניסיון הוא מספר שלם מ-0 ומעלה.
unknown_schedule = אין טבלת עמלות כזו.
unknown_kind = סוג המשחק הוא single או match.
unknown_tier_basis = בסיס המדרגות הוא stake או amount.
schedule_unusable = אי אפשר להחיל את טבלת העמלות של החדר על המשחק הזה.

## Games

unknown_game = אין משחק כזה.
game_not_open = המשחק הזה כבר אינו פתוח: מצבו { $state }.
game_not_started = עוד לא הצטרף איש למשחק הזה.
game_ended = המשחק הזה הסתיים: מצבו { $state }.
game_reported = במשחק הזה דווחה תוצאה: היא ממתינה לאישורו של השחקן השני.
game_disputed = המשחק הזה במחלוקת: הצוות מכריע בו.
game_not_disputed = המשחק הזה אינו במחלוקת: אין במה להכריע.
self_play = איש אינו משחק נגד עצמו.
not_at_table = השחקן הזה אינו ליד השולחן הזה.
winner_not_at_table = המנצח אינו ליד השולחן.
opponent_short_of_funds = לשחקן שפתח את המשחק אין כרגע כיסוי עבורו.
opponent_unavailable = השחקן שפתח את המשחק אינו רשאי לשחק כרגע.
not_due = אין כאן כרגע דבר שהגיע זמנו.
result_not_in_variant = בגרסת המשחק הזו אין ניצחון שנחשב פי שלושה.
cube_not_reported = לפי ההכפלות שדווחו קוביית ההכפלה עומדת על { $cube }. דווחו תחילה על כל הכפלה ועל התשובה לה.
nothing_claimed = במשחק הזה לא דווחה תוצאה.
already_reported = השחקן הזה כבר דיווח על תוצאה: היא ממתינה לדברו של השני.
own_claim = על הדיווח הזה משיב השחקן השני.

## Positions and rolls

variant_not_evaluated = מוערכות רק עמדות של שש-בש, נקגמון, טאבלה ופורטס.
unknown_variant = אין כאן גרסת משחק כזו.
position_impossible = העמדה הזו אינה אפשרית; כל סיבה מפורטת.
die_out_of_range = קובייה מראה 1 עד 6.
game_over = המשחק נגמר: אין מה לשחק.
game_not_finished = המשחק לא נגמר: הצד שממנו מביטים עוד לא הוציא את כל כליו.

## The cube

no_cube = המשחק הזה הוא בלי קוביית הכפלה.
double_in_match = במאצ' קוביית ההכפלה אינה מזיזה כסף: מדווחים רק על מנצח המאצ'.
cube_not_yours = קוביית ההכפלה אצל השחקן השני.
cube_at_maximum = קוביית ההכפלה תעבור את המרבי שלה, { $cube_max }.
dead_cube = קוביית ההכפלה מתה: המשחק כבר שווה את מרב הסכום שיכול לעבור.
double_not_covered = בחדר הזה מכפילים רק כששני השחקנים יכולים לכסות את ההכפלה.
double_pending = הכפלה ממתינה לתשובה.
no_double_pending = אין הכפלה שממתינה לתשובה.
not_yours_to_answer = על ההכפלה הזו משיב השחקן השני.
beaver_not_agreed = במשחק הזה לא הוסכם על חטיפת ההכפלה.
beaver_on_beaver = אי אפשר לחטוף הכפלה שכבר נחטפה.
automatic_doubles_over = קוביית ההכפלה כבר הופעלה: הכפלות אוטומטיות באות רק לפני ההטלה הראשונה.

## Tournaments: their life

tournament_busy = הטורניר במצב { $state }: הדבר מתבצע כעת, ובינתיים אי אפשר לעשות דבר אחר.
tournament_not_started = הטורניר הזה עוד לא התחיל: מצבו { $state }.
tournament_started = הטורניר הזה כבר התחיל.
tournament_over = הטורניר במצב { $state }: דבר בו לא ישתנה עוד.
tournament_state = הטורניר במצב { $state } ואינו יכול לעבור למצב { $asked }.
tournament_entered = מישהו כבר נרשם לטורניר הזה: ההגדרות שלו נשארות כפי שהן.
too_few_entrants = לטורניר הזה דרושים לפחות { $least } משתתפים, ויש { $entrants }.
registration_closed = אי אפשר להירשם כעת לטורניר הזה: מצבו { $state }.
tournament_full = כל { $most } המקומות בטורניר הזה תפוסים.
players_left = עדיין משחקים { $players } שחקנים: הטורניר מסתיים כשנשאר אחד.
final_table_early = השולחן האחרון נפתח כשהנותרים נכנסים ב-{ $seats } מקומותיו, שום סיבוב אינו משוחק ואיש אינו יכול עוד להיכנס מחדש.

## The level clock

clock_not_started = השעון מתחיל עם הטורניר.
clock_paused = השעון מושהה.
clock_running = השעון פועל.
level_out_of_range = הרמות הן 1 עד { $last }.
level_not_in_force = הרמה הנוכחית היא { $level }.
on_break = יש הפסקה: שום סיבוב אינו מתחיל.
level_ending = הרמה מסתיימת ב-{ $until }: סיבוב אינו מתחיל זמן קצר כל כך לפני כן.

## Rounds

unknown_entry = אין כניסה כזו בטורניר הזה.
unknown_round = אין סיבוב כזה בטורניר הזה.
table_size = בסיבוב משחקים 2 עד { $most } שחקנים.
seated_twice = שחקן יושב במקום אחד בלבד בסיבוב.
not_in_play = השחקן הזה אינו במשחק.
already_in_round = השחקן הזה כבר יושב בסיבוב.
round_open = סיבוב נמצא בעיצומו.
seat_without_chips = שחקן בלי ז'יטונים אינו יכול לשבת בסיבוב.
chips_out_of_range = ז'יטונים הם מספר שלם, לא שלילי, ולא גדול מדי לחישוב.
chip_ratio_out_of_range = יחס הז'יטונים הוא מספר שלם מ-1 ומעלה.
loser_not_at_table = אחד המפסידים אינו ליד השולחן.
winner_among_losers = למנצח אין נקודות שליליות.
negative_points_missing = לכל מפסיד יש נקודות שליליות, ואולי 0.
negative_points_out_of_range = נקודות שליליות הן מספר שלם מ-0 ומעלה.
unknown_short_winner = הכלל למנצח שידו קצרה הוא limited או unlimited.
too_few_at_table = בסיבוב משחקים שני שחקנים או יותר.
shares_not_pot = החלקים של סיבוב בטל נותנים לכל מקום את חלקו, ויחד את כל קופת הז'יטונים.
round_settled = הסיבוב הזה כבר סוכם אחרת. מנהל הטורניר יכול לתקן אותו.
round_not_settled = הסיבוב הזה עוד לא סוכם: אין מה לתקן.
round_played_on = שחקן מהסיבוב הזה כבר התחיל סיבוב נוסף: אי אפשר עוד לתקנו.

## A tournament as a script

already_entered = השחקן הזה כבר נכנס לטורניר הזה.
count_out_of_range = מספר של מקומות, כניסות מחדש או רמות הוא מספר שלם מ-0 ומעלה.
shares_faulty = החלקים של קופת הזכיות הם חלקים מתוך 10000, יחד השלם, ולעולם אינם עולים ממקום למקום.
unknown_event = אירוע הוא round, re_entry, level_up או final_table.

## Coming back, and leaving

re_entry_refused = אין כניסה מחדש: { $reason } (יש { $has }, מותר { $allowed }).
entry_closed = השחקן הזה במצב { $state } ואינו יכול לחזור.
last_player = אי אפשר לפסול את השחקן האחרון שנשאר: סיימו את הטורניר או בטלו אותו.
table_held = השולחן הזה מוקפא: סיבוביו האחרונים בטלו כי כולם נעדרו.
table_not_held = השולחן הזה אינו מוקפא.
nobody_absent = איש בשולחן הזה לא נעדר מכל סיבוביו הבטלים.

## Tournaments: who may enter

person_registered = חשבון אחר של אותו אדם, או כזה שיש לו במשותף מה שאסור לשני חשבונות בטורניר, כבר רשום לטורניר הזה.
barred_place = ממקום מגוריו של השחקן הזה אסור לשחק.
self_excluded = השחקן הזה הרחיק את עצמו ממשחק.
own_limit = הדבר יעבור מגבלה שהשחקן קבע לעצמו.
rating_below_range = הטורניר הזה הוא לדירוג של { $least } לפחות.
rating_above_range = הטורניר הזה הוא לדירוג של { $most } לכל היותר.
not_a_member = הטורניר הזה הוא לחברי החדר { $room }.
not_invited = הטורניר הזה הוא לשחקנים שהוזמנו.

## Coupons

coupon_not_yours = הקופון הזה שייך לשחקן אחר.
coupon_used = הקופון הזה כבר נוצל.
coupon_held = הקופון הזה תפוס בהרשמה.
coupon_expired = תוקפו של הקופון הזה פג.
coupon_free_entry = הכניסה הזו חינם: אין מה לשלם בקופון.
coupon_kind = הטורניר הזה אינו מקבל קופונים מסוג זה.
coupon_price = הקופון הזה משלם מחיר אחר מסכום הכניסה הזה.

## Hands of cards

unknown_card_game = אין משחק קלפים כזה: gin, oklahoma_gin, rummy, rummy_51, rummy_40 או rummy_500.
unknown_card = אין קלף { $card }.
card_surplus = קלף מופיע יותר פעמים ממה שיש בחפיסה; כל אחד מפורט, ובכמה יותר מדי.
card_count = ליד יש מספר קלפים שגוי.
discard_missing = ביד 11 קלפים: חסר הקלף המושלך.
no_meld = הקלפים האלה אינם סדרה; הסיבה מפורטת.
meld_not_held = בסדרה יש קלף שאינו בידי מי שעשה נוק, או שכבר הונח בסדרה אחרת.
group_not_melded = בקבוצות יש קלף שלא נאמר מי ירד איתו.
knock_above_limit = כאן מותרות בנוק עד { $limit } נקודות של קלפי שארית, לא { $deadwood }.
unknown_ending = שום יד במשחק הזה אינה מסתיימת כך: ג'ין ב-gin, ב-knock או ב-undercut; רמי ב-hand, ב-going_down או ב-nobody.
ending_disagrees = לפי קלפי השארית של שני השחקנים, היד לא הסתיימה כך.
hand_void = איש לא ניצח: היד בטלה, כל דמי הכניסה לסיבוב חוזרים, ומחלקים שוב.
player_count = בג'ין משחקים שניים, ברמי שניים או יותר.
knocker_not_at_table = מי שעשה נוק אינו אחד משני השחקנים.
winner_holds_cards = למי שיצא לא נותרו קלפים.
winner_given = איש לא יצא, ולכן אין לציין מנצח: התוצאות מראות מי ניצח.

## Faults of a body, a query or a document

fault-address_malformed = כתובת היא שורה אחת של תווים נראים, בלי רווחים בקצותיה
fault-amount_negative = הסכום אינו יכול להיות שלילי
fault-amount_out_of_range = הסכום מחוץ לטווח המותר
fault-automatic_doubles_out_of_range = מספר ההכפלות האוטומטיות מחוץ לטווח המותר
fault-band_after_last = אחרי הטווח האחרון אין מקום לטווח נוסף
fault-band_empty = הטווח ריק
fault-bands_not_contiguous = הטווחים צריכים לבוא זה אחר זה בלי רווח ובלי חפיפה
fault-bands_out_of_range = מספר הטווחים מחוץ לטווח המותר
fault-bound_given_twice = הגבול ניתן פעמיים
fault-bound_missing = חסר גבול
fault-bound_out_of_range = הגבול מחוץ לטווח המותר
fault-bounds_not_ascending = הגבולות צריכים לעלות
fault-break_after_last_level = אחרי הרמה האחרונה אין הפסקה
fault-break_time_out_of_range = אורך ההפסקה מחוץ לטווח המותר
fault-breaks_not_ascending = ההפסקות צריכות לבוא בסדר הרמות
fault-cap_missing = חסרה תקרה
fault-cap_not_used = התקרה אינה בשימוש
fault-cap_out_of_range = התקרה מחוץ לטווח המותר
fault-chip_ratio_out_of_range = יחס הז'יטונים מחוץ לטווח המותר
fault-chips_below_first_fee = הסיבוב הראשון לוקח את כל הז'יטונים של שחקן
fault-chips_out_of_range = מספר הז'יטונים מחוץ לטווח המותר
fault-control_characters = תווי בקרה אסורים
fault-coupon_for_free_entry = קופון אינו יכול לשלם כניסה שהיא חינם
fault-coupon_given_twice = הקופון ניתן פעמיים
fault-coupon_place_given_twice = המקום הזה זוכה בקופון פעמיים
fault-coupon_place_not_paid = קופון ניתן למקום שאינו זוכה
fault-coupon_price_differs = הקופון משלם מחיר אחר מסכום הכניסה
fault-coupon_unknown = אין קופון כזה
fault-coupons_not_covered = קופת הזכיות אינה מכסה את הקופונים
fault-cube_max_out_of_range = המרבי של קוביית ההכפלה מחוץ לטווח המותר
fault-cube_without_backgammon = קוביית הכפלה שייכת לשש-בש בלבד
fault-cube_without_variant = אין גרסת משחק עם קוביית הכפלה
fault-currencies_missing = חסרים מטבעות
fault-cursor_malformed = הסמן הזה לא ניתן אצלנו
fault-cut_in_the_future = הספרים עוד לא הגיעו עד לשם
fault-cut_malformed = חתך נראה כך: 1:1200,2:960
fault-days_out_of_range = מספר הימים מחוץ לטווח המותר
fault-device_malformed = זה אינו סוד של מכשיר
fault-duplicate_field = השדה מופיע יותר מפעם אחת
fault-entrants_not_covered = החלוקה אינה מכסה כל מספר אפשרי של משתתפים
fault-face_value_not_positive = ערכו הנקוב של הקופון חייב להיות גדול מ-0
fault-few_rounds_start = ברוב הרמה שום סיבוב אינו יכול להתחיל
fault-figures_count_differs = מספר הערכים אינו כמספר המדרגות
fault-figures_for_own_currency = למטבע של הטבלה עצמה אין צורך בערכים נוספים
fault-figures_not_set = למטבע הזה לא נקבעו ערכים
fault-first_tier_not_from_zero = המדרגה הראשונה מתחילה מ-0
fault-guarantee_exposure = עם מעט משתתפים הבית משלים את קופת הזכיות
fault-guarantee_never_reached = הכניסות לעולם אינן מגיעות לסכום המובטח
fault-kinds_missing = חסרים סוגי משחק
fault-last_tier_not_open = המדרגה האחרונה אינה מוגבלת מלמעלה
fault-late_registration_never_closes = ההרשמה המאוחרת אינה נסגרת
fault-late_registration_never_open = ההרשמה המאוחרת אינה נפתחת
fault-late_registration_of_sit_and_go = בשולחן מתמלא אין הרשמה מאוחרת
fault-least_players_of_sit_and_go = שולחן מתמלא מתחיל כשכל מקומותיו תפוסים
fault-least_players_out_of_range = מספר המשתתפים המזערי מחוץ לטווח המותר
fault-least_rating_below_schedule = הדירוג המזערי של החדר נמוך מזה שבטבלת העמלות
fault-level_out_of_range = אין רמה כזו
fault-level_time_out_of_range = אורך הרמה מחוץ לטווח המותר
fault-levels_missing = חסרות רמות
fault-malformed_document = זה אינו מסמך מן הסוג הזה
fault-match_maximum_below_base = המרבי למאצ' נמוך מן הבסיס
fault-match_not_in_schedule = בטבלת העמלות אין מאצ'ים
fault-missing_field = השדה הזה נדרש
fault-name_malformed = השם אינו תקין
fault-name_missing = חסר שם
fault-name_not_plain = שם הוא שורת טקסט אחת שכל תוויה נראים
fault-name_too_long = השם ארוך מדי
fault-nickname_malformed = הכינוי אינו תקין
fault-no_round_starts = שום סיבוב אינו יכול להתחיל
fault-not_a_day = דרוש יום משנת 1900 ואילך, כתוב כך: 1970-12-31
fault-not_a_decimal = זה אינו מספר עשרוני
fault-not_a_place = מקום הוא מדינה לפי ISO 3166-1 או אזור לפי ISO 3166-2
fault-not_a_slug = זה אינו שם מזהה: אותיות לטיניות קטנות, ספרות, מקף וקו תחתון
fault-not_a_time = נדרש זמן לפי RFC 3339, כמו 2026-05-01T12:00:00Z
fault-not_an_email = זו אינה כתובת דואר
fault-not_an_id = זה אינו מזהה
fault-nothing_to_win = אין דמי כניסה ואין סכום מובטח: קופת הזכיות היא 0
fault-other_currency = הסכומים צריכים להיות באותו מטבע
fault-out_of_range = הערך מחוץ לטווח המותר
fault-password_length = אורך הסיסמה אינו מתאים
fault-percent_out_of_range = האחוז מחוץ לטווח המותר
fault-places_out_of_range = מספר המקומות הזוכים מחוץ לטווח המותר
fault-players_out_of_range = מספר השחקנים מחוץ לטווח המותר
fault-points_out_of_range = מספר הנקודות מחוץ לטווח המותר
fault-pool_out_of_range = קופת הזכיות מחוץ לטווח המותר
fault-price_not_positive = המחיר חייב להיות גדול מ-0
fault-prize_rises = מקום היה זוכה ביותר מקודמו
fault-rake_exceeds_amount = העמלה עולה על הסכום
fault-rating_out_of_range = הדירוג מחוץ לטווח המותר
fault-rating_too_many_decimals = לדירוג יש לכל היותר שש ספרות אחרי הנקודה
fault-ratings_empty = שום דירוג אינו בטווח הזה
fault-re_entries_out_of_range = מספר הכניסות מחדש מחוץ לטווח המותר
fault-re_entry_cheaper = כניסה מחדש זולה מן הכניסה הראשונה
fault-re_entry_never_closes = הכניסה מחדש אינה נסגרת
fault-re_entry_never_open = הכניסה מחדש אינה נפתחת
fault-reference_malformed = האסמכתה אינה תקינה
fault-round_fee_falls = דמי הכניסה לסיבוב אינם יורדים מרמה לרמה
fault-schedule_not_in_force = כשהחדר נכנס לתוקף אין בתוקף טבלת עמלות בשם הזה
fault-seats_out_of_range = מספר המקומות מחוץ לטווח המותר
fault-share_rises = חלק אינו עולה ממקום למקום
fault-share_zero = חלק אינו יכול להיות 0
fault-shares_do_not_sum = החלקים אינם מצטרפים לשלם
fault-slug_malformed = השם המזהה אינו תקין
fault-stake_not_positive = הסכום שמשחקים עליו חייב להיות גדול מ-0
fault-stakes_not_ascending = הסכומים צריכים לעלות
fault-stakes_out_of_range = מספר הסכומים מחוץ לטווח המותר
fault-start_in_past = מועד ההתחלה כבר עבר
fault-surcharges_betray_ratings = בחדר אנונימי התוספות מגלות את הדירוגים
fault-terms_not_accepted = איש אינו משחק בלי לקבל את התנאים
fault-test_gives_no_coupons = טורניר ניסיון אינו נותן קופונים
fault-tie_may_pay_less = בשוויון הזכייה עלולה להיות קטנה יותר
fault-tiers_leave_a_gap = בין המדרגות יש רווח
fault-tiers_missing = חסרות מדרגות
fault-tiers_overlap = המדרגות חופפות
fault-too_long = הטקסט ארוך מדי
fault-too_many_breaks = יותר מדי הפסקות
fault-too_many_coupons = יותר מדי קופונים
fault-too_many_decimal_places = יותר מדי ספרות אחרי הנקודה
fault-too_many_levels = יותר מדי רמות
fault-too_many_tiers = יותר מדי מדרגות
fault-unknown_country = דרוש קוד מדינה לפי ISO 3166-1, כמו IL
fault-unknown_currency = אין מטבע כזה
fault-unknown_field = אין שדה כזה
fault-unknown_place = המקום הזה אינו ב-ISO 3166
fault-unknown_region = דרוש קוד של אזור באותה מדינה לפי ISO 3166-2, כמו US-NY
fault-unknown_word = המילה אינה אחת מן האפשרויות
fault-unseen_characters = בטקסט יש תו שאינו נראה, או שהופך את כיוון השורה
fault-variant_given_twice = גרסת המשחק ניתנה פעמיים
fault-variants_missing = חסרות גרסאות משחק
fault-wait_out_of_range = זמן ההמתנה מחוץ לטווח המותר
fault-waiting_by_invitation = רק מי שהוזמן יכול להמתין למקום
fault-waiting_list_of_sit_and_go = בשולחן מתמלא אין רשימת המתנה
fault-waiting_list_out_of_range = אורך רשימת ההמתנה מחוץ לטווח המותר
fault-window_out_of_range = חלון הזמן מחוץ לטווח המותר
fault-wrong_type = הסוג של הערך שגוי
