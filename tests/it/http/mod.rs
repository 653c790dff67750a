mod games;
mod rake_cases;
